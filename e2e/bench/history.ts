import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { ADMIN, startConsole } from '../drivers/console-server.ts'
import { Operator } from '../drivers/operator.ts'
import { fillSamples } from '../drivers/samples.ts'
import { type Frames, framesDuring } from './frames-in-page.ts'

const USAGE = 'Usage: npm run bench:history -- [--profile FILE]'

/** 20 channels with one sample per minute for 40 days. */
const PER_CHANNEL = 57_600
const ROUNDS = 2
const WHEEL_TURNS = 24
const PAN_STEPS = 10
/** tsx wraps functions in `__name`; functions that run in the page need that helper there. */
const WRAPPER = 'globalThis.__name ??= (wrapped) => wrapped'

interface Row {
  readonly what: string
  readonly round: number
  readonly frames: Frames
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { profile: { type: 'string' }, shot: { type: 'string' } } })
  const server = await startConsole()
  try {
    const toMs = Math.floor(Date.now() / 3_600_000) * 3_600_000
    const filled = await fillSamples(server.dataDir, { toMs, perChannel: PER_CHANNEL })
    process.stderr.write(`${filled.samples} samples of ${filled.channelNos.length} channels\n`)
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-gpu'],
    })
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    })
    await context.addInitScript(WRAPPER)
    const page = await context.newPage()
    const state = { channels: filled.channelNos, range: 'custom', from: filled.fromMs, to: filled.toMs }
    await new Operator(page).signIn(ADMIN, `/mon/history?~=${encodeURIComponent(JSON.stringify(state))}`)
    await page.getByRole('button', { name: /图表：/ }).waitFor()
    await page.waitForTimeout(1_500)
    if (values.shot) await page.screenshot({ path: values.shot })
    const session = await page.context().newCDPSession(page)
    if (values.profile) {
      await session.send('Profiler.enable')
      await session.send('Profiler.start')
    }
    const rows: Row[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      for (const [what, act] of Object.entries(GESTURES)) {
        rows.push({ what, round, frames: await framesDuring(page, () => act(page)) })
      }
    }
    if (values.profile) {
      const { profile } = await session.send('Profiler.stop')
      writeFileSync(values.profile, JSON.stringify(profile))
    }
    report(rows)
    await browser.close()
  } finally {
    await server.dispose()
  }
}

const GESTURES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  crosshair: async (page) => {
    const box = await plotOf(page)
    for (let x = 60; x < box.width - 60; x += 12) await page.mouse.move(box.x + x, box.y + box.height / 2)
  },
  'zoom by wheel': async (page) => {
    const box = await plotOf(page)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    for (let turn = 0; turn < WHEEL_TURNS; turn++) {
      await page.mouse.wheel(0, turn < WHEEL_TURNS / 2 ? -100 : 100)
      await page.waitForTimeout(40)
    }
    await page.waitForTimeout(700)
  },
  'pan by keys': async (page) => {
    const keys = page.getByRole('button', { name: /图表：/ })
    await keys.focus()
    for (let step = 0; step < PAN_STEPS; step++) {
      await page.keyboard.press(step < PAN_STEPS / 2 ? 'Shift+ArrowLeft' : 'Shift+ArrowRight')
      await page.waitForTimeout(250)
    }
  },
}

async function plotOf(page: Page) {
  const box = await page.locator('[data-zoomable]').boundingBox()
  if (!box) throw new Error('no plot')
  return box
}

function report(rows: readonly Row[]): void {
  for (const { what, round, frames } of rows) {
    const sorted = frames.gapsMs.toSorted((a, b) => a - b)
    const at = (share: number) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
    process.stdout.write(
      `${what.padEnd(16)} round ${round}: ${sorted.length} frames, median ${at(0.5)} p95 ${at(0.95)} longest ${at(1)} ms; ${frames.longMs.length} long tasks: ${frames.longMs.map(Math.round).join(' ')}\n`,
    )
  }
}

if (process.argv.includes('--help')) process.stdout.write(`${USAGE}\n`)
else await main()
