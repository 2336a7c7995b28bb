import type { Page, Request, Response, Route } from 'playwright-core'
import type { Pulse } from './pulse.ts'

/** A call made by the page, as seen by a proxy. */
export interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown
}

/** A part of the address, or a pattern of the whole. */
export type Address = string | RegExp

const patternOf = (address: Address) =>
  typeof address === 'string' ? new RegExp(address.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')) : address

function sentBy(request: Request): Sent {
  const text = request.postData()
  const isJson = /json/.test(request.headers()['content-type'] ?? '')
  return {
    url: request.url(),
    headers: request.headers(),
    body: isJson && text !== null ? JSON.parse(text) : undefined,
  }
}

/** The connection between a page and its server: observes requests and simulates faults. */
export class Wire {
  readonly #page: Page
  readonly #pulse: Pulse

  constructor(page: Page, pulse: Pulse) {
    this.#page = page
    this.#pulse = pulse
  }

  /** Calls to an address from now on, in order. */
  watch(address: Address): readonly Sent[] {
    const pattern = patternOf(address)
    const seen: Sent[] = []
    this.#page.on('request', (request) => {
      if (pattern.test(request.url())) seen.push(sentBy(request))
    })
    return seen
  }

  /** Paths of calls answered with this status from now on. */
  answeredWith(status: number): readonly string[] {
    const seen: string[] = []
    this.#page.on('response', (response) => {
      if (response.status() === status) seen.push(new URL(response.url()).pathname)
    })
    return seen
  }

  /** The next call to an address that an action triggers. */
  async sentBy(act: () => Promise<unknown>, address: Address): Promise<Sent> {
    const pattern = patternOf(address)
    const [request] = await Promise.all([
      this.#page.waitForRequest((candidate) => pattern.test(candidate.url())),
      act(),
    ])
    return sentBy(request)
  }

  /** The response to the next call to an address that an action triggers; JSON, otherwise text. */
  async answerTo(act: () => Promise<unknown>, address: Address): Promise<unknown> {
    const pattern = patternOf(address)
    let call: Request | undefined
    // Only calls made after this instant: the response to an earlier one may still be in flight.
    const response = this.#page.waitForResponse((candidate: Response) => candidate.request() === call)
    const made = this.#page.waitForRequest((candidate) => {
      call ??= pattern.test(candidate.url()) ? candidate : undefined
      return call === candidate
    })
    await Promise.all([made, act()])
    const text = await (await response).text()
    try {
      return JSON.parse(text) as unknown
    } catch {
      return text
    }
  }

  /** Answers in place of the server, until {@link restore}. */
  answer(address: Address, answer: { readonly status?: number; readonly json: unknown }): Promise<unknown> {
    return this.#route(address, (route) => route.fulfill(answer))
  }

  /** Aborts such calls. */
  cut(address: Address): Promise<unknown> {
    return this.#route(address, (route) => route.abort())
  }

  /** Forwards calls and modifies the server's responses. */
  change<T>(address: Address, change: (answer: T) => void): Promise<unknown> {
    return this.#route(address, async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as T
      change(json)
      await route.fulfill({ response, json })
    })
  }

  /** Holds such calls until released; the page counts as idle meanwhile. */
  async hold(address: Address): Promise<{ readonly count: () => number; readonly release: () => void }> {
    const held: (() => void)[] = []
    let isReleased = false
    this.#pulse.hold(patternOf(address))
    await this.#route(address, async (route) => {
      await new Promise<void>((resolve) => {
        held.push(resolve)
        if (isReleased) resolve()
      })
      await route.continue().catch(() => undefined)
    })
    return {
      count: () => held.length,
      release: () => {
        isReleased = true
        for (const resolve of held) resolve()
      },
    }
  }

  /** The server answers again. */
  restore(address: Address): Promise<void> {
    return this.#page.unroute(patternOf(address))
  }

  /** Takes the whole machine offline. */
  async goOffline(): Promise<void> {
    await this.#page.context().setOffline(true)
  }

  async goOnline(): Promise<void> {
    await this.#page.context().setOffline(false)
  }

  /** Addresses of sockets opened from now on. */
  watchSockets(): readonly string[] {
    const seen: string[] = []
    this.#page.on('websocket', (socket) => seen.push(socket.url()))
    return seen
  }

  #route(address: Address, handle: (route: Route) => Promise<unknown>): Promise<unknown> {
    return this.#page.route(patternOf(address), handle)
  }
}
