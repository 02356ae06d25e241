/** Buttons of an import's form: dry run, or import. */
export function ImportBar() {
  return (
    <div class="submit-bar">
      <button type="submit" class="button" name="intent" value="try">
        Essayer sans enregistrer
      </button>
      <button type="submit" class="button button-primary" name="intent" value="import">
        Importer
      </button>
    </div>
  );
}
