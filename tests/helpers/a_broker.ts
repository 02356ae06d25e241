/** An MQTT broker on 127.0.0.1. @module */
import { createServer } from "node:net";
import { Aedes } from "@/tests/npm/mqtt.ts";

interface BrokerChoices {
  /** A free one by default. */
  readonly port?: number;
  /** Expected of every client. */
  readonly password?: string;
  /** A topic that nobody may subscribe to. */
  readonly refused?: string;
}

interface Published {
  readonly qos?: 0 | 1;
  readonly retain?: boolean;
}

export interface Broker {
  readonly port: number;
  /** Ids of the clients that subscribed. */
  readonly subscribers: string[];
  /** Number of messages that the subscriber has acknowledged. */
  acknowledgedCount(): number;
  publish(topic: string, payload: string | Uint8Array, published?: Published): Promise<void>;
  /** Publishes, and waits until the subscriber has acknowledged it. */
  deliver(topic: string, payload: string | Uint8Array, published?: Published): Promise<void>;
  close(): Promise<void>;
}

export async function aBroker(
  { port = 0, password, refused }: BrokerChoices = {},
): Promise<Broker> {
  const broker = await Aedes.createBroker({
    ...password !== undefined && {
      authenticate: (_client, _name, given, done) => {
        const isRight = given?.toString() === password;
        done(isRight ? null : Object.assign(new Error("refused"), { returnCode: 4 }), isRight);
      },
    },
    authorizeSubscribe: (_, subscription, done) =>
      done(null, subscription.topic === refused ? null : subscription),
  });
  const subscribers: string[] = [];
  let acknowledgedCount = 0;
  broker.on("subscribe", (_, { id }) => void subscribers.push(id));
  broker.on("ack", () => void acknowledgedCount++);
  const server = createServer(broker.handle);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  const publish: Broker["publish"] = (topic, payload, { qos = 1, retain = false } = {}) =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(payload);
      const packet = { cmd: "publish", topic, payload: bytes, qos, retain, dup: false } as const;
      broker.publish(packet, (fault) => fault ? reject(fault) : resolve());
    });
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    subscribers,
    acknowledgedCount: () => acknowledgedCount,
    publish,
    async deliver(topic, payload, published) {
      const before = acknowledgedCount;
      await publish(topic, payload, published);
      await until(() => acknowledgedCount > before);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await new Promise<void>((resolve) => broker.close(resolve));
      await closed;
    },
  };
}

/** Waits for a condition. @throws Error after 20 s */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!await isSo()) {
    if (performance.now() > end) throw new Error("It did not come");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
