import { type BridgeDeps, MqttBridge } from './mqtt-bridge.ts'

const STREAMS = 16
const EVERYTHING = 'dt/#'
const SHARED = '$share/natim/dt/#'

/**
 * Sessions with an external broker. Each has a fixed name, so that the broker keeps unacknowledged messages, and
 * belongs to a stream: the process that holds the stream reads it, and the next holder continues.
 *
 * One session receives everything. With shared subscriptions there are sixteen, spread like the streams.
 */
export class BridgeSessions {
  readonly #sessions: readonly { readonly stream: number; readonly bridge: MqttBridge }[]

  constructor(deps: Omit<BridgeDeps, 'session'>, isShared: boolean) {
    const session = (stream: number, name: string, topic: string | undefined) => ({
      stream,
      bridge: new MqttBridge({ ...deps, session: { name, topic } }),
    })
    const shared = () => Array.from({ length: STREAMS }, (_, i) => session(i, `natim-ingest-${i}`, SHARED))
    // Drains the former single session; it subscribes to nothing.
    this.#sessions = isShared
      ? [...shared(), session(0, 'natim-ingest', undefined)]
      : [session(0, 'natim-ingest', EVERYTHING)]
  }

  /** Reads the sessions of the streams held here and releases the others. */
  follow(holds: (stream: number) => boolean): void {
    for (const { stream, bridge } of this.#sessions) bridge.setHeld(holds(stream))
  }

  publish(topic: string, payload: string, retain: boolean): void {
    this.#sessions.find(({ bridge }) => bridge.isConnected)?.bridge.publish(topic, payload, retain)
  }

  setReading(isReading: boolean): void {
    for (const { bridge } of this.#sessions) bridge.setReading(isReading)
  }

  quiesce(): void {
    for (const { bridge } of this.#sessions) bridge.quiesce()
  }

  stop(): void {
    for (const { bridge } of this.#sessions) bridge.stop()
  }
}
