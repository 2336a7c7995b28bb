import { useEffect } from 'react'
import { isTyping } from '../../lib/is-typing.ts'
import { lazyPart, useOnceWanted } from '../../lib/lazy-part.ts'
import { useNotify } from '../../lib/notify.ts'
import { loadWithAntd } from '../../widgets/lazy-with-antd/lazy-with-antd.tsx'
import { closeManual, type ManualProps, openManual, useManual } from './manual-state.ts'

// Texts and pictures are loaded on first use, or while the browser is idle. Without a network the page must survive.
const ManualDrawer = lazyPart<ManualProps>(() =>
  loadWithAntd(async () => (await import('./manual-drawer.tsx')).ManualDrawer).catch(() => MissingManual),
)

/** F1, and `?` outside of fields, open the manual at the chapter of the page. */
export function Manual({ place }: ManualProps) {
  useManualKeys()
  const isWanted = useOnceWanted(useManual(({ isOpen }) => isOpen))
  return isWanted && <ManualDrawer place={place} />
}

function MissingManual() {
  const notify = useNotify()
  const isOpen = useManual((state) => state.isOpen)
  useEffect(() => {
    if (!isOpen) return
    notify.line('使用手册没有加载成功，请在网络恢复后刷新页面')
    closeManual()
  }, [isOpen, notify])
  return null
}

function useManualKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      // Chinese input methods type the full-width mark.
      const isAsked = event.key === 'F1' || (/^[?？]$/.test(event.key) && !isTyping(event.target))
      if (!isAsked) return
      // F1 opens the browser's own help.
      event.preventDefault()
      openManual()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
