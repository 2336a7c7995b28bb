import { Alert, Spin } from 'antd'
import { Suspense, use, useMemo, useState } from 'react'
import styles from './gallery.module.css'
import type { GalleryEntry } from './gallery-entry.ts'
import { PageHead } from './page-head.tsx'

const LOADERS = import.meta.glob<GalleryEntry>('../**/*.gallery.tsx', { import: 'gallery' })

type Named = readonly (readonly [path: string, entry: GalleryEntry])[]

const loadAll = async (): Promise<Named> =>
  Promise.all(Object.entries(LOADERS).map(async ([path, load]) => [path, await load()] as const))

function Entry({ entry }: { entry: GalleryEntry }) {
  return (
    <section className={styles.entry} aria-label={entry.title}>
      <h2 className={styles.title}>
        {entry.title} {entry.note && <span className="t-caption">{entry.note}</span>}
      </h2>
      <div className="grid-24">
        {entry.states.map((state) => (
          <div key={state.name} className={styles.state} style={{ gridColumn: `span ${state.span ?? 6}` }}>
            <p className="t-caption">{state.name}</p>
            {state.render()}
          </div>
        ))}
      </div>
    </section>
  )
}

function Entries({ loading, only }: { loading: Promise<Named>; only: string | null }) {
  const entries = use(loading)
  const shown = useMemo(() => entries.filter(([path]) => only === null || path.includes(only)), [entries, only])
  if (shown.length === 0) return <Alert type="info" title="没有匹配的组件" />
  return shown.map(([path, entry]) => <Entry key={path} entry={entry} />)
}

/** 组件图库: every part in every state; `?only=` filters by file name. */
export default function GalleryPage() {
  // Kept here: a component that suspends on first render loses its state, so loading would never end.
  const [loading] = useState(loadAll)
  const only = new URLSearchParams(window.location.search).get('only')
  return (
    <>
      <PageHead title="组件图库" meta="每个部件的全部状态" />
      <Suspense fallback={<Spin />}>
        <Entries loading={loading} only={only} />
      </Suspense>
    </>
  )
}
