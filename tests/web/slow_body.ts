/** The body of a request with simulated time between its pieces. @param use sends the body */
export async function withSlowBody<Result>(
  pieces: Iterable<Uint8Array<ArrayBuffer>>,
  use: (body: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<Result>,
): Promise<Result> {
  const { setInterval: real } = globalThis;
  let pass = () => {};
  Reflect.set(globalThis, "setInterval", (tick: () => void) => (pass = tick, real(() => {}, 1e9)));
  try {
    const left = [...pieces].values();
    let isBegun = false;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const { done, value } = left.next();
        if (done) return controller.close();
        if (isBegun) pass();
        isBegun = true;
        controller.enqueue(value);
      },
    }, { highWaterMark: 0 });
    return await use(body);
  } finally {
    Reflect.set(globalThis, "setInterval", real);
  }
}
