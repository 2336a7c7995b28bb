import { useEffect, useState } from 'react'
import { create } from 'zustand'

/** All loading parts of the page, oldest first; hidden pages do not count. */
const useWaiting = create<{ readonly ids: readonly symbol[] }>(() => ({ ids: [] }))

/** Announces 加载中 to screen readers once, however many parts are loading. */
export function LoadingStatus() {
  const [id] = useState(() => Symbol('waiting'))
  const isFirst = useWaiting(({ ids }) => ids[0] === id)
  useEffect(() => {
    useWaiting.setState(({ ids }) => ({ ids: [...ids, id] }))
    return () => useWaiting.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }))
  }, [id])
  if (!isFirst) return null
  return (
    <output className="visually-hidden" aria-label="加载中">
      加载中
    </output>
  )
}
