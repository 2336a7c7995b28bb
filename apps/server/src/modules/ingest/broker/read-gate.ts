import type { ReadGate } from './guarded-socket.ts'

/** A gate that somebody opens and shuts. Waiters go on in the order in which they began to wait. */
export class Gate implements ReadGate {
  readonly #waiting = new Set<() => void>()
  #isOpen = true

  get isOpen(): boolean {
    return this.#isOpen
  }

  onOpen(callback: () => void): () => void {
    this.#waiting.add(callback)
    return () => this.#waiting.delete(callback)
  }

  set(isOpen: boolean): void {
    this.#isOpen = isOpen
    if (!isOpen) return
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const callback of waiting) callback()
  }
}
