import type { Ref } from "preact";
import { CheckField } from "@/components/ui/CheckField.tsx";
import { FieldLegend, FieldMessage, focusOn } from "@/components/ui/Field.tsx";
import { Modal, ModalOpener } from "@/components/ui/Modal.tsx";
import { exactNumber } from "@/lib/base/text_format.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import {
  areAllChosen,
  foundProjects,
  type ProjectChoice,
} from "@/lib/residences/project_selection.ts";
import { chosenProjectsText } from "@/lib/residences/text.ts";

/** Events for an island; without them the choice is plain checkboxes. */
interface ProjectChoiceEvents {
  onWords(words: string): void;
  onTick(id: string, isTicked: boolean): void;
  /** Selects all residences that match the search, or none. */
  onAll(isTicked: boolean): void;
}

export interface ProjectChoicesProps {
  box?: Ref<HTMLFieldSetElement>;
  name: string;
  label: string;
  hint?: string | undefined;
  required?: boolean | undefined;
  choices: readonly ProjectChoice[];
  chosen: readonly string[];
  words?: string;
  error?: FieldError | undefined;
  events?: ProjectChoiceEvents | undefined;
}

/** Maximum number of names beside the button; the others are counted. */
const NAMED_COUNT = 3;

/** Selection of residences in a modal window, with a search and a box for all of them (F §2). */
export function ProjectChoices(props: ProjectChoicesProps) {
  const { name, label, hint, required, choices, chosen, words = "", error, events } = props;
  const modal = `${name}-choice`;
  const found = foundProjects(choices, words);
  const names = choices.filter(({ id }) => chosen.includes(id)).map((one) => one.name);
  const describing = error && { "aria-describedby": `${name}-error` };
  return (
    <fieldset ref={props.box ?? null} class="project-choices" id={name} {...describing}>
      <FieldLegend label={label} required={required} />
      <div class="row">
        <ModalOpener modal={modal} {...focusOn(error)}>Choisir des résidences</ModalOpener>
        <span role="status">
          {chosenProjectsText(names, { offeredCount: choices.length, namedCount: NAMED_COUNT })}
        </span>
      </div>
      {hint && <p class="field-hint">{hint}</p>}
      {error && <FieldMessage id={`${name}-error`} error={error} />}
      <Modal id={modal} title={label}>
        {events && (
          <ChoiceTools
            name={name}
            words={words}
            isAll={areAllChosen(found, chosen)}
            isSome={found.some(({ id }) => chosen.includes(id))}
            count={found.length}
            events={events}
          />
        )}
        <div class="project-boxes">
          {choices.map((one) => (
            <div key={one.id} hidden={!found.includes(one)}>
              <CheckField
                id={`${name}-${one.id}`}
                name={name}
                value={one.id}
                label={one.place === "" ? one.name : `${one.name}, ${one.place}`}
                checked={chosen.includes(one.id)}
                {...(events && { onTick: (isTicked) => events.onTick(one.id, isTicked) })}
              />
            </div>
          ))}
        </div>
      </Modal>
    </fieldset>
  );
}

interface ChoiceToolsProps {
  name: string;
  words: string;
  isAll: boolean;
  isSome: boolean;
  count: number;
  events: ProjectChoiceEvents;
}

/** The search, and the checkbox for all its matches. */
function ChoiceTools({ name, words, isAll, isSome, count, events }: ChoiceToolsProps) {
  return (
    <>
      <input
        class="input"
        type="search"
        aria-label="Rechercher une résidence"
        placeholder="Rechercher"
        value={words}
        onInput={(event) => events.onWords(event.currentTarget.value)}
        // Enter searches, and does not send the form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {count === 0
        ? <p class="soft" role="status">Aucune résidence trouvée</p>
        : (
          <label class="check project-all" for={`${name}-all`}>
            <input
              type="checkbox"
              id={`${name}-all`}
              checked={isAll}
              indeterminate={isSome && !isAll}
              onChange={(event) => events.onAll(event.currentTarget.checked)}
            />
            <span>
              {words.trim() === ""
                ? "Tout sélectionner"
                : `Tout sélectionner (${exactNumber(count)})`}
            </span>
          </label>
        )}
    </>
  );
}
