import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

const WITHIN_MS = 90_000
/** A worker that is ended with its page while its code still comes never says so. */
const WORKER_CODE = /-worker-[\w-]+\.mjs$/
/**
 * Two frames, and then nothing else to do: what an answer set in motion has been drawn. A page that is rendered piece by
 * piece goes on behind those frames on a busy machine, and asks for more only once it stands.
 */
const AT_REST = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 10_000 })))
  })

/** Knows what a page still waits for: the one thing a person sees at a glance and a program does not. */
export class Pulse {
  readonly #page: Page
  readonly #open = new Set<Request>()
  /** Requests that may stay open: a journey holds them back on purpose. */
  readonly #held: RegExp[] = [WORKER_CODE]
  #begun = 0

  constructor(page: Page) {
    this.#page = page
    page.on('request', (request) => {
      this.#begun += 1
      this.#open.add(request)
    })
    const close = (request: Request) => this.#open.delete(request)
    page.on('requestfinished', close)
    page.on('requestfailed', close)
  }

  /** Requests to such addresses may stay open from now on. */
  hold(address: RegExp): void {
    this.#held.push(address)
  }

  /**
   * Nothing is being fetched and what came is drawn. Sockets do not count.
   *
   * @throws Error with what is still under way after a minute and a half
   */
  async settled(): Promise<void> {
    const deadlineMs = performance.now() + WITHIN_MS
    for (;;) {
      const begun = this.#begun
      if (
        this.#waiting().length === 0 &&
        (await this.#drawn()) &&
        this.#begun === begun &&
        this.#waiting().length === 0
      )
        return
      if (performance.now() > deadlineMs)
        throw new Error(`The page still waits for ${this.#waiting().join(', ') || 'its next frame'}`)
      await pause(10)
    }
  }

  #waiting(): readonly string[] {
    const urls = [...this.#open].map((request) => request.url())
    return urls.filter((url) => !this.#held.some((address) => address.test(url)))
  }

  /** False while one document makes way for another. */
  async #drawn(): Promise<boolean> {
    try {
      await this.#page.evaluate(AT_REST)
      return true
    } catch (error) {
      if (this.#page.isClosed()) throw error
      return false
    }
  }
}
