import type { SatProduct } from '@natim/contract/mon/sat'
import { CopyButton } from '@/widgets/copyable/copyable.tsx'
import styles from './product.module.css'

/** The shown ones; the catalogue is free to omit them. */
type Properties = Partial<Record<'datetime' | 'platform' | 'gsd' | 'view:off_nadir', unknown>>

/** The STAC item of a product in words, and in full as JSON. */
export function ProductMeta({ product }: { readonly product: SatProduct }) {
  const properties: Properties = product.stac['properties'] ?? {}
  const rows: readonly (readonly [string, string])[] = [
    ['标识', String(product.stac['id'] ?? product.name)],
    ['时间', String(properties['datetime'] ?? '')],
    ['平台', String(properties['platform'] ?? product.satCode)],
    ['分辨率', `${String(properties['gsd'] ?? '—')} m`],
    ['侧摆', `${String(properties['view:off_nadir'] ?? '—')}°`],
    ['范围', product.bbox.map((value) => value.toFixed(2)).join('，')],
    ['SHA-256', product.sha256],
  ]
  return (
    <div className={styles.meta}>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>STAC 元数据</summary>
        <CopyButton text={JSON.stringify(product.stac)} label="复制 STAC 元数据" />
        <pre>{JSON.stringify(product.stac, null, 2)}</pre>
      </details>
    </div>
  )
}
