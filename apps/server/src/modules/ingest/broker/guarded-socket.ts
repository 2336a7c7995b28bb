import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { MAX_MQTT_PACKET_BYTES } from '@natim/contract/constants'
import { type PacketError, PacketGuard } from './packet-guard.ts'

/** Fits a CONNECT with the longest ids and a small last will. */
const MAX_FIRST_PACKET_BYTES = 4 * 1024
/** Bytes read ahead per connection. */
const READ_AHEAD_BYTES = 64 * 1024
/** Time a refused client gets to read its CONNACK. */
const LINGER_MS = 1_000

/** Controls when sockets may be read: closed while the backlog is high. */
export interface ReadGate {
  readonly isOpen: boolean
  /** Calls back when the gate opens. Returns a function that cancels the wait. */
  onOpen(callback: () => void): () => void
}

/** A device's connection as the broker sees it: oversized packets end it, and a closed gate pauses its reads. */
export class GuardedSocket extends Duplex {
  readonly #socket: Socket
  readonly #gate: ReadGate
  readonly #guard = new PacketGuard(MAX_MQTT_PACKET_BYTES, MAX_FIRST_PACKET_BYTES)
  readonly #onTooLarge: (error: PacketError) => void
  #stopWaiting: (() => void) | undefined

  constructor(socket: Socket, gate: ReadGate, onTooLarge: (error: PacketError) => void) {
    super({ readableHighWaterMark: READ_AHEAD_BYTES, allowHalfOpen: false })
    this.#socket = socket
    this.#gate = gate
    this.#onTooLarge = onTooLarge
    socket.pause()
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  /** Address of the peer, without the IPv6 mapping of IPv4. */
  get address(): string {
    return this.#socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  }

  /** The peer sent DISCONNECT before the connection ended. */
  get sawDisconnect(): boolean {
    return this.#guard.sawDisconnect
  }

  override _read(): void {
    if (this.#gate.isOpen) {
      this.#socket.resume()
      return
    }
    this.#stopWaiting ??= this.#gate.onOpen(() => {
      this.#stopWaiting = undefined
      this.#socket.resume()
    })
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _writev(chunks: { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    // One system call for all acknowledgements of a commit.
    this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stopWaiting?.()
    // Lets the last write, such as a CONNACK with a reason, reach the peer.
    this.#socket.destroySoon()
    setTimeout(() => this.#socket.destroy(), LINGER_MS).unref()
    done(error)
  }

  #receive(chunk: Buffer): void {
    try {
      this.#guard.inspect(chunk)
    } catch (error) {
      this.#onTooLarge(error as PacketError)
      this.destroy(error as PacketError)
      return
    }
    if (!this.push(chunk) || !this.#gate.isOpen) this.#socket.pause()
  }
}
