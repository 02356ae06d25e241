/** The part of the MQTT client that is used: the types of its package bring those of Node. @module */

import type { Socket } from "node:net";

interface PublishPacket {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly retain: boolean;
}

interface ClientOptions {
  readonly protocolId: "MQTT";
  readonly protocolVersion: 4;
  readonly clientId: string;
  readonly clean: boolean;
  readonly username?: string;
  readonly password?: string;
  /** Seconds. */
  readonly keepalive: number;
  /** Milliseconds. */
  readonly reconnectPeriod: number;
  readonly reconnectOnConnackError: boolean;
  readonly resubscribe: boolean;
  readonly timerVariant: "native";
}

declare class MqttClient {
  constructor(open: () => Socket, options: ClientOptions);
  readonly connected: boolean;
  readonly stream: Socket;
  /** Called for each message, the next one once it has called `taken`, which acknowledges it. */
  handleMessage: (packet: PublishPacket, taken: () => void) => void;
  on(event: "connect" | "close", listener: () => void): this;
  on(event: "error", listener: (fault: unknown) => void): this;
  subscribe(
    filters: string[],
    options: { readonly qos: 1 },
    done: (fault: Error | null) => void,
  ): this;
  /** @param isForced without waiting for what is being sent */
  endAsync(isForced: boolean): Promise<void>;
}

declare const mqtt: { readonly MqttClient: typeof MqttClient };
export type { MqttClient, PublishPacket };
export default mqtt;
