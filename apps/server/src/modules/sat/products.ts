import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { FileStore } from '../../platform/files/file-store.ts'
import { newId } from '../../platform/id.ts'
import type { NewProduct } from './product.repository.ts'
import type { DeliveredProduct, SatOrder } from './provider/provider.ts'

export const PRODUCT_MIME = { PNG: 'image/png', JPEG: 'image/jpeg', GeoTIFF: 'image/tiff' } as const
const THUMB_PX = 160
/** Larger pictures are rejected. */
const MAX_PIXELS = 64_000_000

interface About {
  readonly task: { readonly id: string; readonly no: string; readonly sensorType: string }
  readonly pass: { readonly id: string; readonly satCode: string; readonly peakAt: Date; readonly footprint: unknown }
  readonly order: SatOrder
}

/** Stores delivered files, each with a thumbnail; their rows are written together with the task's state. */
export async function storeProducts(
  store: FileStore,
  about: About,
  products: readonly DeliveredProduct[],
): Promise<NewProduct[]> {
  const stored: NewProduct[] = []
  for (const product of products) {
    const id = newId()
    const thumb = await sharp(product.bytes, { limitInputPixels: MAX_PIXELS })
      .resize(THUMB_PX, THUMB_PX, { fit: 'cover' })
      .webp({ quality: 70 })
      .toBuffer()
    const [storeKey, thumbKey] = [`satellite/${id}.${product.format.toLowerCase()}`, `satellite/${id}_s.webp`]
    await store.put(storeKey, product.bytes, PRODUCT_MIME[product.format])
    await store.put(thumbKey, thumb, 'image/webp')
    const sha256 = createHash('sha256').update(product.bytes).digest()
    stored.push({
      id,
      acquisitionId: about.pass.id,
      level: product.level,
      name: product.name,
      format: product.format,
      bbox: product.bbox,
      footprint: about.order.footprint,
      ts: about.pass.peakAt,
      sizeBytes: product.bytes.length,
      sha256,
      storeKey,
      thumbKey,
      thumbBytes: thumb.length,
      stac: stacOf(id, about, product, sha256.toString('hex')),
    })
  }
  return stored
}

/** A STAC 1.0 item; its links are calls of the console. */
function stacOf(id: string, { task, pass, order }: About, product: DeliveredProduct, sha256: string) {
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    stac_extensions: ['https://stac-extensions.github.io/view/v1.0.0/schema.json'],
    id: product.name,
    geometry: { type: 'Polygon', coordinates: [order.footprint] },
    bbox: product.bbox,
    properties: {
      datetime: pass.peakAt.toISOString(),
      platform: pass.satCode,
      instruments: [task.sensorType],
      gsd: order.resM,
      'view:off_nadir': order.offNadir,
      'processing:level': product.level,
      'natim:task': task.no,
    },
    assets: {
      data: {
        href: `/mon/sat/product/file?id=${id}`,
        type: PRODUCT_MIME[product.format],
        'file:size': product.bytes.length,
        'file:checksum': `1220${sha256}`,
      },
      thumbnail: { href: `/mon/sat/product/thumb?id=${id}`, type: 'image/webp' },
    },
  }
}
