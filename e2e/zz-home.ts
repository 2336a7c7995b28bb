import { DESKTOP, launchBrowser, openProfile } from './drivers/browser.ts'
import { Operator } from './drivers/operator.ts'
import { ADMIN } from './drivers/console-server.ts'
import { watchFor, usableLoad } from './bench/in-page.ts'
const url = process.argv[2]!
const rounds = Number(process.argv[3] ?? 3)
const detail = process.argv[4]
const browser = await launchBrowser()
const { context, page } = await openProfile(browser, url, { ...DESKTOP, preloads: true })
await context.addInitScript('globalThis.__name ??= (w) => w')
const op = new Operator(page)
await op.signIn(ADMIN)
const state = await context.storageState()
await context.close()
for (const slow of [1, 4]) {
  const all = []
  for (let r = 0; r < rounds; r++) {
    const c = await browser.newContext({ baseURL: url, storageState: state, viewport: { width: 1440, height: 900 } })
    await c.addInitScript('globalThis.__name ??= (w) => w')
    await watchFor(c, [{ selector: '[aria-label="全网指标"]', text: '' }])
    const p = await c.newPage()
    const s = await c.newCDPSession(p)
    await s.send('Emulation.setCPUThrottlingRate', { rate: slow })
    await s.send('Performance.enable')
    await p.goto('/dashboard/analysis', { waitUntil: 'commit' })
    const load = await usableLoad(p)
    const { metrics } = await s.send('Performance.getMetrics')
    const m = Object.fromEntries(metrics.map((x) => [x.name, x.value]))
    all.push({
      ...load,
      script: m['ScriptDuration']! * 1000,
      layout: m['LayoutDuration']! * 1000,
      style: m['RecalcStyleDuration']! * 1000,
      task: m['TaskDuration']! * 1000,
    })
    if (detail && r === 0 && slow === 1)
      console.log(
        (
          await p.evaluate(() =>
            performance
              .getEntriesByType('resource')
              .map(
                (e: any) =>
                  `${Math.round(e.startTime)}-${Math.round(e.responseEnd)} ${e.encodedBodySize} ${e.name.replace(/^.*\/\/[^/]*/, '')}`,
              ),
          )
        ).join('\n'),
      )
    await c.close()
  }
  all.sort((a, b) => a.ms - b.ms)
  console.log(
    slow,
    Object.fromEntries(Object.entries(all[Math.floor(rounds / 2)]!).map(([k, v]) => [k, Math.round(v)])),
  )
}
await browser.close()
