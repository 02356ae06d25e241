import { useRef, useState } from "react";
import { ResidenceFields, SavingFailed } from "@/components/residences/ResidenceFields.tsx";
import { Notice, WaitNotice } from "@/components/ui/Page.tsx";
import { ownEntry, PostForm } from "@/components/ui/PostForm.tsx";
import { type FieldErrors, hasErrors } from "@/lib/base/validators.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import type { Lookup, ResidencePaths } from "@/lib/residences/residence_client.ts";
import * as form from "@/lib/residences/residence_form.ts";
import {
  LOOKUP_FIELD,
  type LookupEnd,
  placeTyped,
  residenceErrors,
  type ResidenceField,
} from "@/lib/residences/residence_form.ts";
import {
  focusFirstWrong,
  leftControl,
  loadClient,
  readForm,
  stillRefused,
} from "@/lib/residences/residence_form_browser.ts";
import type { SavingFailure } from "@/lib/residences/text.ts";
import { giveFocusBack } from "@/lib/ui/focus.ts";
import { useLive } from "@/lib/ui/hydration.ts";
import type { MapTiles } from "@/lib/ui/map_tiles.ts";
import { SAVED } from "@/lib/ui/text.ts";
import ResidenceMap, { type MapPlace } from "./ResidenceMap.tsx";

interface ResidenceFormProps {
  action: string;
  cancel?: string;
  submit: string;
  /** The stored residence: its id, version, and the page after saving; null for a residence to create. */
  residence: { projectId: string; version: string; savedPath: string } | null;
  saved?: boolean;
  /** The stored values; the entered ones differ after a refusal or an address lookup. */
  stored: form.StoredResidence;
  typed: form.StoredResidence;
  /** Errors of the sent form; null when none was sent. */
  refused: FieldErrors<ResidenceField> | null;
  lookup: LookupEnd | null;
  groups: readonly TagGroup[];
  tiles: MapTiles;
  calls: ResidencePaths;
}

/** Name, code, address with its map, and tags of a residence; the page works without this island. */
export default function ResidenceForm(props: ResidenceFormProps) {
  const { residence, stored, typed, refused, groups } = props;
  const box = useRef<HTMLFormElement>(null);
  const lastLookup = useRef(0);
  const [editing, setEditing] = useState(() => form.openedResidence(typed, props.lookup));
  const [busy, setBusy] = useState<"searching" | "saving" | null>(null);
  const [failure, setFailure] = useState<SavingFailure | null>(null);
  const live = useLive(box);
  const load = () => loadClient(props.calls);

  const look = async (answered: Promise<Lookup>, after: typeof form.afterSearch) => {
    const mine = ++lastLookup.current;
    const focused = document.activeElement;
    setBusy("searching");
    const answer = await answered;
    // A later lookup has started: only its result counts.
    if (mine !== lastLookup.current) return;
    giveFocusBack(focused, () => {
      setBusy(null);
      setEditing((now) =>
        typeof answer === "string" ? form.afterFailure(now, answer) : after(now, answer)
      );
    });
  };
  const onMove = (place: MapPlace) => {
    setEditing((now) => form.afterMove(now, place));
    look(load().then((client) => client?.reversed(place) ?? "lost"), form.afterReverse);
  };
  const save = async (to: NonNullable<typeof residence>) => {
    const focused = document.activeElement;
    setBusy("saving");
    const client = await load();
    const settings = form.readResidence(editing.values, editing.tags);
    const end = await client?.saved(to, settings) ?? "refused";
    giveFocusBack(focused, () => setBusy(null));
    if (end === "lost" || end === "signed-out") return setFailure(end);
    box.current?.removeAttribute("data-guard");
    // The page shows a refusal in full: both versions, or a duplicate code. It also saves what no request can.
    if (end !== "saved") box.current?.requestSubmit();
    // The back button of the saved page must not return to the refused form.
    else if (refused === null) location.assign(to.savedPath);
    else location.replace(to.savedPath);
  };
  const onSubmit = (event: SubmitEvent) => {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    if (button.name === LOOKUP_FIELD) {
      event.preventDefault();
      look(load().then((client) => client?.searched(editing.values) ?? "lost"), form.afterSearch);
    } else if (hasErrors(residenceErrors(editing.values))) {
      event.preventDefault();
      setEditing(form.withAllTouched(editing));
      requestAnimationFrame(() => focusFirstWrong(box.current));
    } else if (residence !== null) {
      event.preventDefault();
      save(residence);
    }
  };

  const isDirty = refused !== null || form.isEdited(editing, stored);
  const isDisabled = live && (!isDirty || busy === "saving");
  const errors = {
    ...form.editingErrors(editing, stored),
    ...stillRefused(refused, typed.values, editing.values),
  };
  return (
    <PostForm
      box={box}
      class="form"
      action={ownEntry(props.action)}
      noValidate
      data-own-errors
      data-guard={isDirty ? "unsaved" : "watched"}
      onInput={(event) => setEditing(form.withTyped(editing, readForm(event.currentTarget)))}
      onFocusIn={() => void load()}
      onFocusOut={(event) => setEditing((now) => leftControl(now, event.target))}
      onSubmit={onSubmit}
    >
      {props.saved && !isDirty && failure === null && <Notice tone="good" live title={SAVED} />}
      {residence && <input type="hidden" name="version" value={residence.version} />}
      {/* Enter saves: without this button it would press the first one, which looks the address up. */}
      <button
        type="submit"
        class="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        disabled={isDisabled}
      >
        {props.submit}
      </button>
      <ResidenceFields
        {...editing}
        errors={errors}
        groups={groups}
        isSearching={busy === "searching"}
        wait={busy !== "saving" && <WaitNotice />}
      >
        <ResidenceMap place={placeTyped(editing.values)} tiles={props.tiles} onMove={onMove} />
      </ResidenceFields>
      {busy === "saving" && <WaitNotice />}
      {failure && <SavingFailed failure={failure} path={props.action} />}
      <div class="submit-bar">
        <button type="submit" class="button button-primary" disabled={isDisabled}>
          {props.submit}
        </button>
        {props.cancel && (
          <a class="button button-plain" href={props.cancel} aria-current="false">Annuler</a>
        )}
      </div>
    </PostForm>
  );
}
