import { parseArgs } from 'node:util'
import type { MapView } from '@natim/contract/mon/home'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { wallEndpoints } from '@natim/contract/mon/wall'
import { wallScreen } from '@natim/contract/mon/wall.resource'
import { newWallShared } from '@natim/domain/wall'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { Colleague } from '../drivers/api.ts'
import { launchBrowser } from '../drivers/browser.ts'
import { ADMIN, type ConsoleServer, startConsole } from '../drivers/console-server.ts'
import { FieldDevice } from '../drivers/field-device.ts'
import { buildDevice, buildStation } from '../drivers/network.ts'
import { Operator } from '../drivers/operator.ts'
import { createMeasure, snapshotBytes } from './in-page.ts'

const USAGE = 'Usage: npm run bench:wall -- [--only cpu,heap,map] [--hours 24] [--seconds 60] [--json]'

/** Ten detectors of six channels: 60 on the wall, 24 of them shown in its corners. */
const DEVICES = 10
const METRICS = ['cl2', 'nh3', 'h2s', 'so2', 'co', 'hcl'] as const
const CORNERS = 4
const WALL_PX = { width: 1_920, height: 1_080 }
/** A small window has as many objects and is drawn in a third of the time. */
const HEAP_PX = { width: 1_024, height: 576 }
const MAP_PX = { width: 1_440, height: 900 }
/** The feed is given up after 30 s of silence; the step is shorter. */
const STEP_MS = 25_000
const HOUR_MS = 3_600_000
const WARM_HOURS = 2
const LOOK_HOURS = 4
const MAP_POINTS = [300, 10_000] as const
const MAP_FRAMES = 120
/** tsx wraps functions in `__name`; functions that run in the page need that helper there. */
const WRAPPER = 'globalThis.__name ??= (wrapped) => wrapped'

interface Wall {
  readonly server: ConsoleServer
  /** Kiosk address of the screen; a kiosk never idles out. */
  readonly path: string
  readonly devices: readonly { readonly id: string; readonly field: FieldDevice }[]
  /** Channels shown in the four corners. */
  readonly shown: readonly number[]
}

async function buildWall(server: ConsoleServer): Promise<Wall> {
  const colleague = await Colleague.signIn(server.url, ADMIN)
  const { id: stationId } = await buildStation(colleague, '大屏测量站')
  const devices: { id: string; clientId: string; field: FieldDevice }[] = []
  for (let n = 0; n < DEVICES; n++) {
    const clientId = `WB-320100-${String(n).padStart(4, '0')}`
    const built = await buildDevice(colleague, { name: `探测器 ${n}#`, clientId, kind: 'gas', stationId })
    devices.push({ id: built.id, clientId, field: await FieldDevice.connect(server.mqttPort, built.credential) })
  }
  const { id } = await colleague.call(wallScreen.endpoints.create, { body: { name: '测量屏' } })
  const ids = devices.map(({ clientId }) => clientId)
  const [leftTop = null, rightTop = null, leftBottom = null, rightBottom = null] = ids
  const state = {
    ...newWallShared(Date.now()),
    corners: { leftTop, rightTop, leftBottom, rightBottom },
    equipmentClientIds: ids,
    rotateS: 15 as const,
  }
  await colleague.call(wallEndpoints.save, { body: { id, version: 0, state } })
  const body = { screenId: id, name: '测量', days: 1 }
  const { token } = await colleague.call(wallEndpoints.addToken, { body })
  const views = await Promise.all(
    devices.slice(0, CORNERS).map((device) => colleague.call(deviceEndpoints.overview, { params: { id: device.id } })),
  )
  const shown = views.flatMap(({ channels }) => channels.map(({ channelNo }) => channelNo))
  return { server, path: `/wall/${id}#${token}`, devices, shown }
}

const openContext = async (browser: Browser, server: ConsoleServer, viewport: typeof WALL_PX) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  await context.addInitScript(WRAPPER)
  return context
}

const untilDrawn = (page: Page) => page.locator('[data-corner] canvas, [data-corner] svg').first().waitFor()

/** Sends one sample per channel and second until stopped. */
function feed({ devices }: Wall): () => void {
  let second = 0
  const timer = setInterval(() => {
    second += 1
    for (const [n, { field }] of devices.entries()) {
      const values = METRICS.map((metric, i) => [metric, 1 + Math.sin((second + n * 7 + i) / 9)])
      void field.report(Object.fromEntries(values) as Record<string, number>, Date.now())
    }
  }, 1_000)
  return () => clearInterval(timer)
}

/** CPU time of the browser's processes by kind, ms. */
async function processorMs(browser: Browser): Promise<Record<string, number>> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sums: Record<string, number> = {}
  for (const { type, cpuTime } of processInfo) sums[type] = (sums[type] ?? 0) + cpuTime * 1_000
  return sums
}

/** Share of one core over some seconds of live data. */
async function measureCpu(browser: Browser, wall: Wall, seconds: number) {
  const context = await openContext(browser, wall.server, WALL_PX)
  const page = await context.newPage()
  const stop = feed(wall)
  await page.goto(wall.path)
  await untilDrawn(page)
  // Start-up work is excluded.
  await page.waitForTimeout(20_000)
  const measure = await createMeasure(page)
  const before = await processorMs(browser)
  const { cpuMs } = await measure(() => page.waitForTimeout(seconds * 1_000))
  const after = await processorMs(browser)
  stop()
  await context.close()
  const share = (ms: number) => Number((ms / seconds / 10).toFixed(1))
  return {
    mainThreadPercent: share(cpuMs),
    ...Object.fromEntries(
      Object.entries(after).map(([type, ms]) => [`${type}Percent`, share(ms - (before[type] ?? 0))]),
    ),
  }
}

/** Intercepts the live feed; the returned function adds points to those of the server. */
async function tapFeed(context: BrowserContext): Promise<(points: readonly (readonly number[])[]) => void> {
  const taps = new Map<string, (points: readonly (readonly number[])[]) => void>()
  await context.routeWebSocket(/\/mon\/ws/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const request = JSON.parse(String(message)) as { op: string; id?: string; topic?: string; keys?: number[] }
      const { id = '', keys = [] } = request
      if (request.op === 'unsub') taps.delete(id)
      if (request.op === 'sub' && request.topic === 'ch') {
        const own = new Set(keys)
        taps.set(id, (points) => {
          const d = points.filter(([channelNo = 0]) => own.has(channelNo))
          if (d.length > 0) socket.send(JSON.stringify({ t: 'ch', id, d }))
        })
      }
      server.send(message)
    })
  })
  return (points) => {
    for (const tap of taps.values()) tap(points)
  }
}

/** Live bytes per hour, replaying a day at one sample per second as fast as the page can process it. */
async function measureHeap(browser: Browser, wall: Wall, hours: number) {
  const context = await openContext(browser, wall.server, HEAP_PX)
  const page = await context.newPage()
  const push = await tapFeed(context)
  let nowMs = Date.now()
  await page.clock.install({ time: nowMs })
  await page.goto(wall.path)
  await untilDrawn(page)
  await page.waitForTimeout(3_000)
  const heapMb = new Map<number, number>()
  for (let hour = 1; hour <= hours; hour++) {
    for (let step = 0; step < HOUR_MS / STEP_MS; step++) {
      const times = Array.from({ length: STEP_MS / 1_000 }, (_, second) => nowMs + second * 1_000)
      push(times.flatMap((ts) => wall.shown.map((channelNo, n) => [channelNo, ts, 1 + Math.sin(ts / 9_000 + n), 0])))
      nowMs += STEP_MS
      await page.clock.fastForward(STEP_MS)
    }
    if (hour === WARM_HOURS || hour === hours || hour % LOOK_HOURS === 0)
      heapMb.set(hour, (await snapshotBytes(page)) / 2 ** 20)
    process.stderr.write(`hour ${hour} of ${hours}: ${heapMb.get(hour)?.toFixed(1) ?? ''}\n`)
  }
  const isLive = (await page.getByText('实时连接中断').count()) === 0
  await context.close()
  const at = (hour: number) => heapMb.get(hour) ?? Number.NaN
  const growth = at(hours) / at(WARM_HOURS) - 1
  return { isLive, heapMb: Object.fromEntries([...heapMb].map(([hour, mb]) => [hour, Number(mb.toFixed(1))])), growth }
}

/** A map of many points without clusters: above 300 the server would cluster them. */
function countryOf(count: number): MapView {
  const items = Array.from({ length: count }, (_, n) => ({
    type: 'device' as const,
    id: `p${n}`,
    name: `探测器 ${n}#`,
    kind: 'gas' as const,
    status: 'online' as const,
    stationId: null,
    lng: 85 + ((n * 7_919) % 3_500) / 100,
    lat: 22 + ((n * 104_729) % 2_200) / 100,
    severity: null,
  }))
  const byStatus = { online: count, offline: 0, fault: 0, maintenance: 0, inactive: 0, retired: 0 }
  return { total: count, byStatus, unplaced: 0, items } as unknown as MapView
}

/** Main thread CPU time per frame of a drag, and per idle frame, as the cost of measuring. */
async function measureMap(browser: Browser, server: ConsoleServer, count: number) {
  const context = await openContext(browser, server, MAP_PX)
  const page = await context.newPage()
  const body = JSON.stringify({
    success: true,
    code: 200,
    message: '',
    timestamp: Date.now(),
    result: countryOf(count),
  })
  await page.route(/\/mon\/home\/map\?/, (route) => route.fulfill({ contentType: 'application/json', body }))
  await new Operator(page).signIn(ADMIN, '/mon/homemap')
  await page.locator('[aria-label*="地图"] canvas').first().waitFor()
  await page.waitForTimeout(8_000)
  const measure = await createMeasure(page)
  const frame = () => page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))))
  const frames = async (act: (n: number) => Promise<unknown>) => {
    const each: number[] = []
    for (let n = 0; n < MAP_FRAMES; n++) each.push((await measure(() => act(n).then(frame))).cpuMs)
    return quantiles(each)
  }
  const [x, y] = [MAP_PX.width * 0.55, MAP_PX.height * 0.5]
  await page.mouse.move(x, y)
  const still = await frames(async () => undefined)
  await page.mouse.down()
  const dragged = await frames((n) => page.mouse.move(x + 160 * Math.sin(n / 12), y + 90 * Math.sin(n / 17)))
  await page.mouse.up()
  await context.close()
  return { points: count, frames: MAP_FRAMES, still, dragged }
}

async function measureMaps(browser: Browser, server: ConsoleServer) {
  const rows = []
  for (const count of MAP_POINTS) rows.push(await measureMap(browser, server, count))
  return rows
}

function quantiles(ms: readonly number[]) {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(1))
  return { median: at(0.5), p95: at(0.95), longest: at(1) }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: 'cpu,heap,map' },
      hours: { type: 'string', default: '24' },
      seconds: { type: 'string', default: '60' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(USAGE)
  const wanted = new Set(values.only.split(','))
  const server = await startConsole()
  const browser = await launchBrowser({ webgl: true, compiles: true })
  try {
    const wall = await buildWall(server)
    const report = {
      ...(wanted.has('cpu') && { cpu: await measureCpu(browser, wall, Number(values.seconds)) }),
      ...(wanted.has('heap') && { heap: await measureHeap(browser, wall, Number(values.hours)) }),
      ...(wanted.has('map') && { map: await measureMaps(browser, server) }),
    }
    for (const { field } of wall.devices) await field.leave()
    console.log(values.json ? JSON.stringify(report) : JSON.stringify(report, null, 1))
  } finally {
    await browser.close()
    await server.dispose()
  }
}

await main()
