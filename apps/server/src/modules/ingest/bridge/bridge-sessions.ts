import { MqttBridge, type BridgeDeps } from './mqtt-bridge.ts'

const STREAMS = 16
const EVERYTHING = 'dt/#'
const SHARED = '$share/natim/dt/#'

/**
 * Our sessions with an external broker. Each has a fixed name, so that the broker keeps what was not acknowledged, and
 * belongs to a stream: of several processes the holder of the stream reads it, and the next one goes on with it.
 *
 * One session takes everything; where the broker shares messages out, sixteen do, as evenly as the streams are held.
 */
export class BridgeSessions {
  readonly #sessions: readonly { readonly stream: number; readonly bridge: MqttBridge }[]

  constructor(deps: Omit<BridgeDeps, 'session'>, isShared: boolean) {
    const session = (stream: number, name: string, topic: string | undefined) => ({
      stream,
      bridge: new MqttBridge({ ...deps, session: { name, topic } }),
    })
    const shared = () => Array.from({ length: STREAMS }, (_, i) => session(i, `natim-ingest-${i}`, SHARED))
    // What waits for the session that took everything is still read, and nothing more is put there.
    this.#sessions = isShared
      ? [...shared(), session(0, 'natim-ingest', undefined)]
      : [session(0, 'natim-ingest', EVERYTHING)]
  }

  /** Reads the sessions of the streams that are held here, and leaves the others. */
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
