import { useDemoLoad } from '../lib/site.ts'
import { GlobalBar } from '../ui/global-bar.tsx'

/** Says that an empty page is empty because the demonstration network is still on its way; goes by itself. */
export function DemoLoadBar() {
  const percent = useDemoLoad()
  if (percent === null) return null
  return (
    <GlobalBar kind="historical" detail={`已完成 ${percent} %`}>
      演示网络正在载入，站点、设备和数据载入后才会出现，在此之前不能修改
    </GlobalBar>
  )
}
