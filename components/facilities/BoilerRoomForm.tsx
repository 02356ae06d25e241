import { NumberField } from "@/components/forms/NumberField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { formFields } from "@/components/forms/form_fields.ts";
import type { BoilerRoomField } from "@/lib/domain/facilities/boiler_room_form.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";

interface BoilerRoomFormProps {
  action: string;
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  version: string;
  unsaved: boolean;
}

/** Labels of the form's fields, for the form and for what two people changed at once. */
export const BOILER_ROOM_LABELS: Readonly<Record<BoilerRoomField, string>> = {
  name: "Nom",
  code: "Code",
  location: "Emplacement",
  operator: "Exploitant",
  tempMin: "Température minimale",
  tempMax: "Température maximale",
  humMin: "Humidité minimale",
  humMax: "Humidité maximale",
};

/** Name, code, place, operator, and the bounds of the room's own temperature and humidity (B §3). */
export function BoilerRoomForm({ action, version, unsaved, ...typed }: BoilerRoomFormProps) {
  const field = formFields(BOILER_ROOM_LABELS, typed);
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ grid: "identity", version }}>
      <div class="form-columns">
        <TextField {...field("name")} required maxLength={100} />
        <TextField {...field("code")} maxLength={30} />
        <TextField {...field("location")} maxLength={100} />
        <TextField {...field("operator")} maxLength={100} />
      </div>
      <fieldset>
        <legend>Seuils du local</legend>
        <div class="form-columns">
          <NumberField {...field("tempMin")} unit="°C" />
          <NumberField {...field("tempMax")} unit="°C" />
          <NumberField {...field("humMin")} unit="%" />
          <NumberField {...field("humMax")} unit="%" />
        </div>
      </fieldset>
      <SubmitBar />
    </WatchedForm>
  );
}
