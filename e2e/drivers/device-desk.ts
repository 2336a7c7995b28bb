import type { Operator } from './operator.ts'
import type { Name, Part } from './part.ts'

/** Response for the first channel of the chart. */
interface HistoryAnswer {
  /** Interval width, ms; 0 for single readings. */
  readonly stepMs: number
}

/** Actions on one device: add it, watch it, view its history. */
export class DeviceDesk {
  readonly #operator: Operator

  constructor(operator: Operator) {
    this.#operator = operator
  }

  /** Completes the wizard of 新增设备 up to the credential. */
  async add(device: { kind: string; name: string; clientId: string; station: string }): Promise<void> {
    await this.#operator.press(/新增设备/)
    const wizard = this.#operator.dialog('新增设备')
    await this.#operator.within(wizard.region(device.kind).locator.getByRole('radio').first()).click()
    await wizard.press('下一步')
    await wizard.fill({ 设备名称: device.name, '客户端 ID': device.clientId })
    await wizard.find('所属站点', device.station)
    await wizard.press('创建设备')
    await wizard.shows('密钥只显示这一次')
  }

  /** The terminal command shown with a new credential. */
  terminalLine(): Promise<string> {
    return this.#operator.within(this.#operator.page.locator('code').filter({ hasText: 'mosquitto_pub' })).read()
  }

  /** The status of the new device's first message. */
  firstMessage(): Part {
    return this.#operator.within(this.#operator.dialog('新增设备').locator.getByRole('status').last())
  }

  /** The card of a channel on a device page. */
  channel(name: Name): Part {
    return this.#operator.within(this.#operator.page.getByRole('article').filter({ hasText: name }))
  }

  /** Chooses a quick range of the history. */
  chooseHistory(range: string, lengthMs: number): Promise<HistoryAnswer> {
    const ranges = this.#operator.part('radiogroup', '时间范围')
    return this.#historyAfter(() => ranges.words(range).click(), [lengthMs, lengthMs])
  }

  /** Drags a range over the chart with the mouse; positions as shares of its width. */
  zoomHistory(from: number, to: number, shownMs: number): Promise<HistoryAnswer> {
    const { page } = this.#operator
    const drag = async () => {
      const plot = page.locator('[data-zoomable]')
      await plot.scrollIntoViewIfNeeded()
      const box = await plot.boundingBox()
      if (!box) throw new Error('There is no chart on the page')
      const y = box.y + box.height / 2
      await page.mouse.move(box.x + from * box.width, y)
      await page.mouse.down()
      await page.mouse.move(box.x + to * box.width, y, { steps: 8 })
      await page.mouse.up()
    }
    // The axis takes up some of the width.
    const wantedMs = (to - from) * shownMs
    return this.#historyAfter(drag, [0.75 * wantedMs, 1.5 * wantedMs])
  }

  /** The breadcrumb that leads out of a zoom. */
  zoomTrail(): Part {
    return this.#operator.part('navigation', '缩放层级')
  }

  /** A quick range moves with time and is requested again, so the expected response is identified by its length. */
  async #historyAfter(
    act: () => Promise<unknown>,
    [leastMs, mostMs]: readonly [number, number],
  ): Promise<HistoryAnswer> {
    const { page, pulse } = this.#operator
    await pulse.settled()
    const answered = page.waitForResponse((candidate) => {
      const { pathname, searchParams } = new URL(candidate.url())
      const lengthMs = Number(searchParams.get('to')) - Number(searchParams.get('from'))
      return pathname.endsWith('/mon/ts/query') && lengthMs >= leastMs && lengthMs <= mostMs
    })
    const [response] = await Promise.all([answered, act()])
    const { result } = (await response.json()) as { result: { series: HistoryAnswer[] } }
    const [series] = result.series
    if (!series) throw new Error('The answer holds no series')
    return series
  }
}
