import type { SatProduct, SatTaskDetail } from '@natim/contract/mon/sat'
import { useState } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Compare } from '../compare.tsx'
import product from '../product.module.css'
import { ProductCard } from '../product-card.tsx'
import { ProductMeta } from '../product-meta.tsx'

interface ProductsProps {
  readonly task: SatTaskDetail
  readonly chosen: readonly string[]
  readonly onChosen: (ids: readonly string[]) => void
}

/** At most two are selected: one to view, two to compare. */
export const withProduct = (chosen: readonly string[], id: string): readonly string[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen.slice(-1), id]

/** Products of a task: metadata, and a comparison of two of them. */
export function Products({ task, chosen, onChosen }: ProductsProps) {
  if (task.products.length === 0) return null
  const shown = chosen.flatMap((id) => task.products.find((one) => one.id === id) ?? [])
  return (
    <Panel isFlush title="产品" meta={`${task.products.length} 个；选两个可卷帘对比`}>
      <div className={product.grid}>
        {task.products.map((one) => (
          <ProductCard
            key={one.id}
            product={one}
            isChosen={chosen.includes(one.id)}
            onChoose={() => onChosen(withProduct(chosen, one.id))}
          />
        ))}
      </div>
      <Chosen products={shown} />
    </Panel>
  )
}

/** The selected products, the earlier picture below. */
export function Chosen({ products }: { readonly products: readonly SatProduct[] }) {
  const [first, second] = products.toSorted((a, b) => a.tsMs - b.tsMs || a.name.localeCompare(b.name))
  if (!first) return null
  return second ? (
    <Compare key={`${first.id}${second.id}`} before={first} after={second} />
  ) : (
    <ProductMeta product={first} />
  )
}

/** Selected product ids of the page. */
export function useChosen() {
  const [chosen, setChosen] = useState<readonly string[]>([])
  return [chosen, setChosen] as const
}

export const NoProducts = () => <EmptyState title="还没有产品" hint="任务交付后，产品会出现在这里" />
