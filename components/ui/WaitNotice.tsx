/**
 * Where the page's script shows the remaining delay of refused requests (429): updated each second on screen, and only a
 * few times for a screen reader.
 *
 * @spec calls.waiting
 */
export function WaitNotice() {
  return (
    <div class="wait-notice">
      <p class="visually-hidden" role="status" />
      <p class="notice notice-bad" aria-hidden="true" hidden />
    </div>
  );
}
