import { createHash } from 'node:crypto'
import { PARKS } from '@natim/demo/sites.data'
import { type DemoWxImage, planWxImages } from '@natim/demo/wx-images'
import { formatGmt8, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { WX_FAULTS, WX_REPLIES, type WxState, wxDoubts, wxRisk, wxShotMs } from '@natim/domain/wx-image'
import { hashBands } from '@natim/domain/wx-image-hash'
import type { Db } from '../../../platform/db/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { createLimiter } from '../../../platform/limiter.ts'
import type { Sealer } from '../../../platform/seal/seal.ts'
import { hashSender, senderContext } from '../callback/take-message.ts'
import { drawCopies, hashOf } from '../screen/draw-copies.ts'
import { factsOf } from '../screen/picture-facts.ts'
import {
  type DemoImageRow,
  type DemoLine,
  type DemoStation,
  findDemoReviewer,
  findDemoStations,
  insertDemoImages,
  setDemoNumbers,
} from './demo.repository.ts'
import { drawDemoPicture } from './draw-demo-picture.ts'

export interface DemoImageDeps {
  readonly db: Db
  readonly store: FileStore
  readonly sealer: Sealer | undefined
  readonly nowMs: number
  readonly releaseMs: number
  readonly count: number
}

type Reviewer = NonNullable<Awaited<ReturnType<typeof findDemoReviewer>>>

const AT_ONCE = 6
/** Senders of the demonstration are fictional; their hashes need no secret. */
const HASH_KEY = Buffer.from('demonstration')
const POST = '值班员'
const SYSTEM = '系统'

/** Pictures in every state, screened like any other; no replies are sent. */
export async function loadDemoWxImages(deps: DemoImageDeps): Promise<void> {
  const { db, nowMs, releaseMs, count } = deps
  const [stations, reviewer] = [await findDemoStations(db), await findDemoReviewer(db)]
  if (stations.length === 0 || reviewer === undefined) return
  const plan = planWxImages(nowMs, releaseMs, stations.length, count)
  const made = await makePictures(deps, plan, stations)
  const taken = new Map<string, number>()
  const ids = new Map<number, string>()
  const images: DemoImageRow[] = []
  const log: DemoLine[] = []
  for (const one of plan) {
    const picture = made.get(one.number)
    if (picture === undefined) continue
    const day = formatGmt8(one.receivedMs).slice(0, 10)
    const n = (taken.get(day) ?? 0) + 1
    taken.set(day, n)
    ids.set(one.number, picture.id)
    const no = `WX${day.replaceAll('-', '')}-${String(n).padStart(4, '0')}`
    // Of several copies, the earliest counts as the first.
    const first = one.copyOf === null ? undefined : ids.get(one.copyOf)
    const written = rowsOf(one, picture, no, first, reviewer, deps)
    images.push(written.image)
    log.push(...written.log)
  }
  await db.transaction().execute(async (trx) => {
    await insertDemoImages(trx, images, log)
    await setDemoNumbers(trx, taken)
  })
}

const placeNear = (
  { lng, lat }: { readonly lng: number; readonly lat: number },
  [dLng, dLat]: readonly [number, number],
) => ({
  lng: Math.round((lng + dLng) * 1e6) / 1e6,
  lat: Math.round((lat + dLat) * 1e6) / 1e6,
})

interface Made {
  readonly id: string
  readonly bytes: Buffer
  readonly station: DemoStation
  readonly wechat: { readonly lng: number; readonly lat: number } | null
  readonly facts: Awaited<ReturnType<typeof factsOf>>
  readonly copies: NonNullable<Awaited<ReturnType<typeof drawCopies>>>
  readonly hash: bigint
}

/** Deterministic: loading again after a crash replaces the files and leaves no orphans. */
const idOf = (nowMs: number, { number }: DemoWxImage): string =>
  createHash('sha256').update(`demo picture ${nowMs} ${number}`).digest('hex').slice(0, 32)

async function makePictures(
  { store, nowMs }: DemoImageDeps,
  plan: readonly DemoWxImage[],
  stations: readonly DemoStation[],
): Promise<ReadonlyMap<number, Made>> {
  const limiter = createLimiter({ atOnce: AT_ONCE, waiting: plan.length })
  const byNumber = new Map(plan.map((one) => [one.number, one]))
  const park = PARKS[0]
  const scene = park && nearest(stations, park)
  const made = new Map<number, Made>()
  await Promise.all(
    plan.map((one) =>
      limiter.take(async () => {
        // A copy has the same bytes as the first.
        const source = one.copyOf === null ? one : (byNumber.get(one.copyOf) ?? one)
        const station = stationOf(stations, source.station, scene)
        const away = one.senderStation === null ? undefined : stations[one.senderStation]
        const wechat = placeNear(away ?? stationOf(stations, one.station, scene), one.offset)
        const bytes = await drawDemoPicture(source, source.hasPlace ? placeNear(station, source.offset) : null)
        const [facts, copies] = [await factsOf(bytes), await drawCopies(bytes)]
        if (copies === undefined) return
        const id = idOf(nowMs, one)
        await store.put(`wx/${id}.original`, bytes, 'application/octet-stream')
        await store.put(`wx/${id}.jpg`, copies.copy, 'image/jpeg')
        await store.put(`wx/${id}_s.jpg`, copies.thumb, 'image/jpeg')
        made.set(one.number, { id, bytes, station, wechat, facts, copies, hash: await hashOf(copies.copy) })
      }),
    ),
  )
  return made
}

const stationOf = (stations: readonly DemoStation[], at: number, scene: DemoStation | undefined): DemoStation =>
  (at === -1 ? scene : stations[at]) ?? (stations[0] as DemoStation)

const nearest = (stations: readonly DemoStation[], { lng, lat }: { readonly lng: number; readonly lat: number }) =>
  stations.toSorted((a, b) => Math.hypot(a.lng - lng, a.lat - lat) - Math.hypot(b.lng - lng, b.lat - lat))[0]

const STATES = { approve: 'approved', archive: 'archived', reject: 'rejected', ask: 'need_info' } as const

interface Fate {
  readonly state: WxState
  readonly decision: DemoWxImage['decision']
  readonly decidedAt: Date
}

/** Outcome of a picture: copies are refused, others follow the plan. */
function fateOf(one: DemoWxImage, dupOf: string | undefined, nowMs: number): Fate {
  const decision = dupOf === undefined ? one.decision : null
  const state = dupOf === undefined ? (decision === null ? 'pending' : STATES[decision]) : 'rejected'
  const decidedAt = new Date(Math.min(nowMs - MINUTE_MS, one.receivedMs + (20 + (one.number % 90)) * MINUTE_MS))
  return { state, decision, decidedAt }
}

function rowsOf(
  one: DemoWxImage,
  made: Made,
  no: string,
  dupOf: string | undefined,
  reviewer: Reviewer,
  { nowMs, sealer }: DemoImageDeps,
): { readonly image: DemoImageRow; readonly log: DemoLine[] } {
  const { id } = made
  const fate = fateOf(one, dupOf, nowMs)
  const { state, decision, decidedAt } = fate
  const isPublic = one.isPublic && (state === 'approved' || state === 'archived')
  const isAnswerable = nowMs - one.receivedMs < 47 * HOUR_MS
  const image: DemoImageRow = {
    ...pictureColumns(one, made),
    id,
    no,
    msgId: `demo-${one.number}`,
    mediaId: `demo-${one.number}`,
    state,
    openidHash: hashSender(HASH_KEY, `sender ${one.sender}`),
    openidSealed: (isAnswerable && sealer?.seal(`demo-sender-${one.sender}`, senderContext(id))) || null,
    fault: dupOf === undefined ? null : 'duplicate',
    dupOf: dupOf ?? null,
    version: decision === null ? 3 : 4,
    ...(decision !== null && {
      reviewedBy: reviewer.username,
      reviewedName: reviewer.realname,
      reviewedPost: POST,
      reviewedAt: decidedAt,
      reviewNote: decision === 'reject' ? '与环境监测无关' : '',
    }),
    ...(isPublic && { isPublic, coveredBy: reviewer.username, coveredAt: decidedAt }),
  }
  return { image, log: logOf(id, new Date(one.receivedMs), fate, dupOf !== undefined, reviewer.realname) }
}

/** Columns that screening would have written. */
function pictureColumns(one: DemoWxImage, { id, bytes, station, wechat, facts, copies, hash }: Made) {
  const { receivedMs, category, text } = one
  const at = new Date(receivedMs)
  const takenMs = facts.exif?.takenMs ?? null
  const exif = facts.lng === null || facts.lat === null ? null : { lng: facts.lng, lat: facts.lat }
  const doubts = wxDoubts({ receivedMs, takenMs, exif, wechat })
  const [band0 = 0, band1 = 0, band2 = 0, band3 = 0] = hashBands(hash)
  const place = exif ?? wechat
  return {
    text,
    category,
    doubts,
    risk: wxRisk(category, text, doubts),
    receivedAt: at,
    createTime: at,
    updateTime: at,
    takenAt: takenMs === null ? null : new Date(takenMs),
    shotAt: new Date(wxShotMs({ receivedMs, takenMs })),
    storeKey: `wx/${id}.original`,
    copyKey: `wx/${id}.jpg`,
    thumbKey: `wx/${id}_s.jpg`,
    mime: 'image/jpeg',
    sizeBytes: bytes.length,
    copyBytes: copies.copy.length,
    thumbBytes: copies.thumb.length,
    width: copies.width,
    height: copies.height,
    sha256: Buffer.from(facts.sha256),
    band0,
    band1,
    band2,
    band3,
    exif: facts.exif && JSON.stringify(facts.exif),
    exifLng: exif?.lng ?? null,
    exifLat: exif?.lat ?? null,
    wxLng: wechat?.lng ?? null,
    wxLat: wechat?.lat ?? null,
    locSource: exif ? ('exif' as const) : ('wechat' as const),
    lng: place?.lng ?? null,
    lat: place?.lat ?? null,
    regionCode: station.regionCode,
    sysOrgCode: station.sysOrgCode,
  }
}

function logOf(
  imageId: string,
  at: Date,
  { state, decision, decidedAt }: Fate,
  isCopy: boolean,
  who: string,
): DemoLine[] {
  const question = WX_REPLIES.ask[0]?.text ?? ''
  const begun: DemoLine[] = [
    { imageId, at, who: SYSTEM, action: 'receive', fromState: null, toState: 'received' },
    { imageId, at, who: SYSTEM, action: 'fetch', fromState: 'received', toState: 'screening' },
  ]
  const screened = { imageId, at, who: SYSTEM, fromState: 'screening' as const }
  if (isCopy) return [...begun, { ...screened, action: 'refuse', toState: 'rejected', note: WX_FAULTS.duplicate }]
  const passed: DemoLine[] = [...begun, { ...screened, action: 'pass', toState: 'pending' }]
  if (decision === null) return passed
  const decided = { imageId, at: decidedAt, who, fromState: 'pending' as const }
  if (decision !== 'archive')
    return [...passed, { ...decided, action: decision, toState: state, note: decision === 'ask' ? question : '' }]
  return [
    ...passed,
    { ...decided, action: 'approve', toState: 'approved' },
    { ...decided, action: 'archive', fromState: 'approved', toState: 'archived' },
  ]
}
