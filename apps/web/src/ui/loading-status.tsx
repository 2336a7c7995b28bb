import { useEffect, useState } from 'react'
import { create } from 'zustand'

/** Everything on the page that waits, oldest first; what a hidden page waits for does not count. */
const useWaiting = create<{ readonly ids: readonly symbol[] }>(() => ({ ids: [] }))

/** Says 加载中 to those who hear the page: once, whatever many of its parts wait. */
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
