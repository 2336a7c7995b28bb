import { buffer } from 'node:stream/consumers'
import type { WxCover } from '@natim/contract/mon/wx-product'
import { WX_PRODUCT_TYPES, type WxProductType, wxMark } from '@natim/domain/wx-product'
import { articleHtml, curveSvg, type WxBlock } from '@natim/domain/wx-product-body'
import sharp from 'sharp'
import type { Db } from '../../platform/db/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { findFile } from '../files/index.ts'
import type { WxArticle, WxGateway } from '../wx/index.ts'
import { blocksOf, coverOf, type StoredProduct, snapshotOf } from './product.repository.ts'

/** Display width of an article; the account accepts up to 1 MB. */
const WIDTH_PX = 1_080
const MAX_PIXELS = 50_000_000

export interface PictureDeps {
  readonly db: Db
  readonly store: FileStore
  readonly gateway: WxGateway
}

/** Redrawn, so that metadata and hidden content are not published. */
const redrawn = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize({ width: WIDTH_PX, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()

async function readPicture({ db, store }: PictureDeps, path: string): Promise<Buffer> {
  const file = await findFile(db, path)
  if (file === undefined) throw new Error(`The picture ${path} is gone`)
  return redrawn(await buffer(await store.open(file.storeKey)))
}

const HUES = Object.keys(WX_PRODUCT_TYPES)
/** A plain cover in the colour of the product type. */
function drawCover(type: WxProductType): Promise<Buffer> {
  const hue = type === 'warning' ? 8 : 205 + 12 * HUES.indexOf(type)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="383"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue},62%,42%)"/><stop offset="1" stop-color="hsl(${hue + 24},58%,62%)"/></linearGradient></defs><rect width="900" height="383" fill="url(#g)"/><path d="M0 300 Q220 210 430 290 T900 250 V383 H0Z" fill="#fff" opacity=".18"/></svg>`
  return redrawn(Buffer.from(svg))
}

async function uploadPictures(deps: PictureDeps, row: StoredProduct): Promise<Map<string, string>> {
  const { gateway } = deps
  const urls = new Map<string, string>()
  for (const block of blocksOf(row)) {
    if (block.type === 'image') {
      const { url } = await gateway.uploadImage(await readPicture(deps, block.path), `${row.no}-${block.id}.jpg`)
      urls.set(block.id, url)
    }
    const figures = block.type === 'curve' ? snapshotOf(row).figures[block.id] : undefined
    if (figures) {
      const png = await sharp(Buffer.from(curveSvg(figures)))
        .png()
        .toBuffer()
      urls.set(block.id, (await gateway.uploadImage(png, `${row.no}-${block.id}.png`)).url)
    }
  }
  return urls
}

const coverBytes = (deps: PictureDeps, row: StoredProduct, cover: WxCover | null): Promise<Buffer> =>
  cover ? readPicture(deps, cover.path) : drawCover(row.type)

/** Uploads the pictures of a product to the account and builds the article. @throws WxError */
export async function makeArticle(deps: PictureDeps, row: StoredProduct, author: string): Promise<WxArticle> {
  const cover = coverOf(row)
  const urls = await uploadPictures(deps, row)
  const { mediaId } = await deps.gateway.uploadMaterial(await coverBytes(deps, row, cover), `${row.no}-cover.jpg`)
  const blocks: readonly WxBlock[] = blocksOf(row)
  const content = articleHtml({
    blocks,
    snapshot: snapshotOf(row),
    mark: wxMark(row.no, row.contentNo),
    isDrill: row.drill,
    pictureOf: ({ id }) => urls.get(id),
  })
  return {
    title: row.title,
    digest: row.summary,
    author,
    content,
    coverMediaId: mediaId,
    ...(cover && { cropWide: cover.wide, cropSquare: cover.square }),
  }
}
