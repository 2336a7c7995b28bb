import { DEMO_PARTS } from '@natim/contract/system/site'
import { useState } from 'react'
import { useDemoLoad, useSite } from '../lib/site.ts'
import { GlobalBar } from '../ui/global-bar.tsx'

/**
 * Explains that pages are empty because the demonstration network is still loading, and disappears afterwards; or that
 * a part of it failed to load.
 */
export function DemoLoadBar() {
  const percent = useDemoLoad()
  const { demoFailed } = useSite()
  const [isClosed, setIsClosed] = useState(false)
  if (percent !== null)
    return (
      <GlobalBar kind="historical" detail={`已完成 ${percent} %`}>
        演示网络正在载入，站点、设备和数据载入后才会出现，在此之前不能修改
      </GlobalBar>
    )
  if (demoFailed.length === 0 || isClosed) return null
  const isTriedAgain = demoFailed.some((one) => one.isTriedAgain)
  return (
    <GlobalBar
      kind="historical"
      detail={isTriedAgain ? '下次启动时再试一次' : '不再重试，原因见服务日志'}
      onClose={() => setIsClosed(true)}
    >
      演示数据未全部载入：{demoFailed.map(({ part }) => DEMO_PARTS[part]).join('、')}
    </GlobalBar>
  )
}
