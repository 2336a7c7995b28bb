import { type NoticeForm, noticeEndpoints } from '@natim/contract/system/notice'
import { expect } from 'vitest'
import type { Colleague } from './api.ts'
import type { Account, Operator } from './operator.ts'
import { Part } from './part.ts'

/** Addressed: others of the network count theirs as well. */
type Addressed = NoticeForm & { readonly msgType: 'USER'; readonly userIds: string }

/** The address of people of the stage, whose names are their ids. */
export const to = (...people: readonly Account[]) =>
  ({ msgType: 'USER', userIds: people.map(({ username }) => username).join(',') }) as const

/** Somebody with the right writes an announcement and publishes it. */
export async function publish(author: Colleague, notice: Addressed): Promise<void> {
  const { id } = await author.call(noticeEndpoints.create, { body: notice })
  await author.call(noticeEndpoints.release, { query: { id } })
}

/** What a person does and sees at the bell. */
export class Bell {
  readonly #operator: Operator

  constructor(operator: Operator) {
    this.#operator = operator
  }

  /** Waits until label and badge say this many unread ones; 0 = without a badge. */
  async counts(unread: number): Promise<void> {
    const button = this.#operator.button(unread === 0 ? '通知' : `通知，${unread} 条未读`)
    await button.appears()
    expect(await button.locator.locator('xpath=following-sibling::*').allTextContents()).toEqual(
      unread === 0 ? [] : [String(unread)],
    )
  }

  async isOffered(): Promise<boolean> {
    return await this.#bell().isThere()
  }

  async open(): Promise<void> {
    await this.#bell().click()
    await this.panel.appears()
  }

  #bell(): Part {
    return this.#operator.button(/^通知(?:$|，)/)
  }

  get panel(): Part {
    return this.#operator.dialog('未读通知')
  }

  /** Opens the one of this title, which stands in the first tab or in that of this name. */
  async choose(title: string, tab?: string): Promise<void> {
    await this.open()
    if (tab !== undefined) await this.panel.openTab(tab)
    await this.panel.press(new RegExp(title))
    await this.panel.disappears()
  }

  /** The open announcement. */
  get detail(): Part {
    return this.#operator.dialog('通知消息')
  }

  /** Whether the open announcement came without anything that runs, and nothing of it set this mark on the window. */
  async isHarmless(mark: string): Promise<boolean> {
    const running = new Part(
      this.detail.locator.locator('script, iframe, [onerror], [href^="javascript"]'),
      this.#operator.pulse,
    )
    return !(await running.isThere()) && !(await this.#operator.page.evaluate((name) => name in window, mark))
  }
}
