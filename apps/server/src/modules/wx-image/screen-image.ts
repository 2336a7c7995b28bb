import { buffer } from 'node:stream/consumers'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { nextWxState, WX_FAULTS, WX_MAX_BYTES, type WxFault, wxDoubts, wxRisk, wxShotMs } from '@natim/domain/wx-image'
import { hashBands } from '@natim/domain/wx-image-hash'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { WxGateway } from '../wx/index.ts'
import { type ImageColumns, type ImageRow, moveImage } from './image.repository.ts'
import { placeColumns } from './place.ts'
import type { FactsReader } from './screen/facts-reader.ts'
import { type Screened, screenPicture } from './screen/screen-picture.ts'
import { findFirstOf, findSaid, lockContent, lookAgain } from './worker.repository.ts'

export interface ScreenDeps {
  readonly db: Db
  readonly gateway: Pick<WxGateway, 'fetchMedia'>
  readonly store: FileStore
  readonly reader: FactsReader
  readonly now: () => number
}

const SYSTEM = '系统'
/** The platform keeps pictures for three days. */
const KEPT_MS = 72 * HOUR_MS
const MAX_WAIT_MS = 30 * MINUTE_MS

const waitMs = (tries: number) => Math.min(MAX_WAIT_MS, MINUTE_MS * 2 ** Math.min(tries, 10))
const hasCode = (error: unknown): error is { readonly isPassing: boolean } =>
  typeof error === 'object' && error !== null && 'isPassing' in error

/** Takes a picture one step further: first stores its bytes, then screens them. Any number of processes may try. */
export async function screenImage(deps: ScreenDeps, image: ImageRow): Promise<void> {
  try {
    if (image.state === 'received') await fetch(deps, image)
    else if (image.state === 'screening') await screen(deps, image)
  } catch (error) {
    const nowMs = deps.now()
    const isLost = nowMs - image.receivedAt.getTime() > KEPT_MS || (hasCode(error) && !error.isPassing)
    if (image.state === 'received' && isLost) return refuse(deps, image, 'gone', {})
    const trouble = image.state === 'received' ? '图片暂时无法取回' : '图片暂时无法初筛'
    await lookAgain(deps.db, image, new Date(nowMs + waitMs(image.tries)), trouble)
    throw error
  }
}

async function move(
  deps: ScreenDeps,
  trx: Tx,
  image: ImageRow,
  action: 'fetch' | 'pass' | 'refuse',
  columns: ImageColumns,
  note = '',
) {
  const from = image.state
  const to = nextWxState(from, action)
  if (to === undefined) return
  const { id, version } = image
  const at = new Date(deps.now())
  await moveImage(trx, { id, version, from, to, action, at, who: SYSTEM, note, columns: { trouble: null, ...columns } })
}

async function refuse(deps: ScreenDeps, image: ImageRow, fault: WxFault, columns: ImageColumns): Promise<void> {
  await deps.db
    .transaction()
    .execute((trx) => move(deps, trx, image, 'refuse', { ...columns, fault, lookAt: null }, WX_FAULTS[fault]))
}

async function fetch(deps: ScreenDeps, image: ImageRow): Promise<void> {
  const { bytes } = await deps.gateway.fetchMedia(image.mediaId)
  if (bytes.length > WX_MAX_BYTES) return refuse(deps, image, 'size', { sizeBytes: bytes.length })
  const storeKey = `wx/${image.id}.original`
  // Named after the picture: a second writer writes the same file again.
  await deps.store.put(storeKey, bytes, 'application/octet-stream')
  await deps.db.transaction().execute((trx) =>
    // Due again at once, for any free worker.
    move(deps, trx, image, 'fetch', { storeKey, sizeBytes: bytes.length, tries: 0, lookAt: new Date(deps.now()) }),
  )
}

async function screen(deps: ScreenDeps, image: ImageRow): Promise<void> {
  const { db, store, reader } = deps
  const bytes = await buffer(await store.open(image.storeKey ?? ''))
  const screened = await screenPicture(reader, bytes)
  const sha256 = screened.facts ? Buffer.from(screened.facts.sha256) : null
  if (screened.fault !== null) return refuse(deps, image, screened.fault, { sha256 })
  const copyKey = `wx/${image.id}.jpg`
  const thumbKey = `wx/${image.id}_s.jpg`
  await store.put(copyKey, screened.copies.copy, 'image/jpeg')
  await store.put(thumbKey, screened.copies.thumb, 'image/jpeg')
  await db.transaction().execute(async (trx) => {
    await lockContent(trx, screened.facts.sha256)
    const first = await findFirstOf(trx, screened.facts.sha256, image.id)
    const columns = { ...(await columnsOf(trx, image, screened)), copyKey, thumbKey }
    await (first
      ? move(deps, trx, image, 'refuse', { ...columns, fault: 'duplicate', dupOf: first.id }, `与 ${first.no} 相同`)
      : move(deps, trx, image, 'pass', columns))
  })
}

const pair = (lng: number | null, lat: number | null) => (lng === null || lat === null ? null : { lng, lat })

async function columnsOf(trx: Tx, image: ImageRow, { mime, facts, copies, hash }: Screened & { readonly fault: null }) {
  // Includes messages that arrived since the picture was claimed.
  const said = await findSaid(trx, image.id)
  const takenMs = facts.exif?.takenMs ?? null
  const receivedMs = image.receivedAt.getTime()
  const [exif, wechat] = [pair(facts.lng, facts.lat), pair(said.wxLng, said.wxLat)]
  const doubts = wxDoubts({ receivedMs, takenMs, exif, wechat })
  const [band0 = 0, band1 = 0, band2 = 0, band3 = 0] = hashBands(hash)
  return {
    mime,
    sha256: Buffer.from(facts.sha256),
    width: copies.width,
    height: copies.height,
    copyBytes: copies.copy.length,
    thumbBytes: copies.thumb.length,
    band0,
    band1,
    band2,
    band3,
    exif: facts.exif && JSON.stringify(facts.exif),
    takenAt: takenMs === null ? null : new Date(takenMs),
    shotAt: new Date(wxShotMs({ receivedMs, takenMs })),
    exifLng: facts.lng,
    exifLat: facts.lat,
    doubts,
    risk: wxRisk(said.category, said.text, doubts),
    ...(await placeColumns(trx, exif ?? wechat, exif ? 'exif' : wechat ? 'wechat' : 'none')),
    lookAt: null,
    tries: 0,
  }
}
