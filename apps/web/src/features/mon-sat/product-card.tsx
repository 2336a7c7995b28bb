import { DownloadOutlined } from '@ant-design/icons'
import { PRODUCT_LEVELS, type SatProduct, satEndpoints } from '@natim/contract/mon/sat'
import { Button } from 'antd'
import { Link } from 'react-router'
import { downloadFile } from '@/lib/api/actions.ts'
import { useMay } from '@/resource/use-may.ts'
import { Tag } from '@/ui/tag.tsx'
import styles from './product.module.css'
import { SAT, secondText, sizeOf } from './sat-text.ts'
import { usePicture } from './use-picture.ts'

export interface ProductCardProps {
  readonly product: SatProduct
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly hasTask?: boolean
}

/** Thumbnail, level, time and size; a click selects it for the panel beside. */
export function ProductCard({ product, isChosen, onChoose, hasTask = false }: ProductCardProps) {
  const { url, hasFailed } = usePicture(product.id, 'thumb')
  const mayDownload = useMay(satEndpoints.file)
  return (
    <article className={styles.card} data-chosen={isChosen || undefined}>
      <button type="button" aria-pressed={isChosen} aria-label={`选择 ${product.name}`} onClick={onChoose}>
        {url ? <img src={url} alt="" /> : <span className={styles.blank}>{hasFailed ? '图片无法显示' : ''}</span>}
      </button>
      <div className={styles.words}>
        <b title={product.name}>{product.name}</b>
        <span>
          <Tag>{PRODUCT_LEVELS[product.level]}</Tag> {product.satCode} · {product.format} · {sizeOf(product.sizeBytes)}
        </span>
        <span className="num">{secondText(product.tsMs)}</span>
        {hasTask && (
          <Link to={SAT.task(product.taskId)} title={product.taskTitle}>
            {product.taskNo} {product.taskTitle}
          </Link>
        )}
        {mayDownload && (
          <Button
            size="small"
            icon={<DownloadOutlined aria-hidden />}
            aria-label={`下载 ${product.name}`}
            onClick={() => void saveProduct(product)}
          >
            下载
          </Button>
        )}
      </div>
    </article>
  )
}

const EXTENSIONS: Readonly<Record<string, string>> = { PNG: 'png', JPEG: 'jpeg', GeoTIFF: 'tif' }

/** The client shows a failure. */
const saveProduct = ({ id, name, format }: SatProduct) =>
  downloadFile(satEndpoints.file.path, { query: { id }, name: `${name}.${EXTENSIONS[format] ?? 'bin'}` }).catch(
    () => undefined,
  )
