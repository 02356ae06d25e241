/** The foot of an import's form: try the file first, or import it. */
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
