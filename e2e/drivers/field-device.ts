import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import mqtt, { type MqttClient } from 'mqtt'

const MOSQUITTO_PUB = '/usr/bin/mosquitto_pub'

interface Credential {
  readonly clientId: string
  readonly secret: string
}

/** A device in the field: signs in with its own secret and waits for every acknowledgement. */
export class FieldDevice {
  readonly clientId: string
  readonly #client: MqttClient

  private constructor(clientId: string, client: MqttClient) {
    this.clientId = clientId
    this.#client = client
  }

  /** @throws Error if the broker refuses */
  static async connect(port: number, { clientId, secret }: Credential): Promise<FieldDevice> {
    const client = await mqtt.connectAsync({
      host: '127.0.0.1',
      port,
      clientId,
      username: clientId,
      password: secret,
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    return new FieldDevice(clientId, client)
  }

  /** Reports one reading per key, with position and state if given; resolves when the server confirms storage. */
  report(values: Readonly<Record<string, number>>, tsMs: number, rest: object = {}): Promise<unknown> {
    return this.#publish('tele', { v: 1, ts: tsMs, d: values, ...rest })
  }

  /** Sends data buffered while the line was down: rows of [ms after `fromMs`, value] of one key. */
  backfill(key: string, fromMs: number, rows: readonly (readonly [number, number])[]): Promise<unknown> {
    return this.#publish('batch', { v: 1, c: [key], t0: fromMs, rows })
  }

  /** Reports an event; resolves when the server confirms storage. */
  tell(type: string, data: object, level?: number): Promise<unknown> {
    return this.#publish('event', { ts: Date.now(), type, level, data })
  }

  /** Sends a spectrum of one of its channels. */
  measure(key: string, content: Buffer): Promise<unknown> {
    const head = Buffer.from(`${JSON.stringify({ ts: Date.now(), c: key })}\n`)
    return this.#send('blob/spectrum', Buffer.concat([head, content]))
  }

  #publish(kind: 'tele' | 'batch' | 'event', payload: object): Promise<unknown> {
    return this.#send(kind, JSON.stringify(payload))
  }

  #send(kind: string, payload: string | Buffer): Promise<unknown> {
    return this.#client.publishAsync(`dt/${this.clientId}/${kind}`, payload, { qos: 1 })
  }

  async leave(): Promise<void> {
    await this.#client.endAsync()
  }
}

/** Whether Debian's mosquitto-clients are installed. */
export const hasMosquitto = existsSync(MOSQUITTO_PUB)

/**
 * Runs a command that the console offers for a terminal, in a shell, exactly as shown.
 *
 * @throws Error with the program's output if it fails
 */
export async function pasteIntoTerminal(line: string): Promise<void> {
  await promisify(execFile)('/bin/sh', ['-c', line], { timeout: 20_000 })
}
