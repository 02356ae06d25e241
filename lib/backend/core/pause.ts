/** Waits for a time, ms. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits a little longer each time, with a random delay so that two callers do not collide again. */
export function pauseAfter(tries: number): Promise<void> {
  return pause(Math.random() * Math.min(2 ** tries, 50));
}
