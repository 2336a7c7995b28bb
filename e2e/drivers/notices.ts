import { type NoticeForm, noticeEndpoints } from '@natim/contract/system/notice'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { Colleague } from './api.ts'
import type { Operator } from './operator.ts'

/** Somebody with the right writes an announcement and publishes it. Returns its id. */
export async function publish(author: Colleague, notice: NoticeForm): Promise<string> {
  const { id } = await author.call(noticeEndpoints.create, { body: notice })
  await author.call(noticeEndpoints.release, { query: { id } })
  return id
}

/** What a person does and sees at the bell. */
export class Bell {
  readonly #operator: Operator

  constructor(operator: Operator) {
    this.#operator = operator
  }

  /** The bell while it says this many unread ones; 0 = without a badge. */
  counting(unread: number): Locator {
    const name = unread === 0 ? '通知' : `通知，${unread} 条未读`
    return this.#operator.header().getByRole('button', { name, exact: true })
  }

  async open(): Promise<void> {
    await this.#operator.header().getByRole('button', { name: /^通知/ }).click()
    await this.panel().waitFor()
  }

  panel(): Locator {
    return this.#operator.page.getByRole('tooltip').filter({ has: this.#operator.page.getByRole('tab') })
  }

  async choose(title: string, tab?: string): Promise<void> {
    await this.open()
    if (tab !== undefined) await this.#turnTo(tab)
    await this.panel().getByRole('button', { name: title }).click()
  }

  /** The panel still moves while its code and its rows come: whoever misses the tab clicks again. */
  async #turnTo(name: string): Promise<void> {
    const tab = this.panel().getByRole('tab', { name })
    await expect
      .poll(async () => {
        await tab.click()
        return await tab.getAttribute('aria-selected')
      })
      .toBe('true')
  }

  /** The open announcement. */
  detail(): Locator {
    return this.#operator.page.getByRole('dialog').filter({ hasText: '通知消息' })
  }

  async closeDetail(): Promise<void> {
    await this.detail()
      .getByRole('button', { name: '关 闭' })
      .or(this.detail().getByText('关闭', { exact: true }))
      .click()
    await this.detail().waitFor({ state: 'hidden' })
  }
}
