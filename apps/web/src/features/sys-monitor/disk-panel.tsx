import { type DiskRow, monitorEndpoints } from '@natim/contract/system/monitor'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { sizeText } from '@/lib/size-text.ts'
import styles from './disk-panel.module.css'
import { Meter } from './meter.tsx'
import { PartPanel } from './part-panel.tsx'

/** File systems the server writes to. */
export function DiskPanel() {
  const part = useEndpoint(monitorEndpoints.disk, {})
  return (
    <PartPanel title="磁盘" part={part} skeletonPx={SKELETON_PX}>
      {(disks) => (
        <div className={styles.disks}>
          {disks.map((disk) => (
            <Meter key={disk.name} {...meterOf(disk)} />
          ))}
        </div>
      )}
    </PartPanel>
  )
}

const SKELETON_PX = 44

const meterOf = ({ name, max, rest }: DiskRow) => ({
  label: name,
  share: max === 0 ? 0 : (max - rest) / max,
  note: `剩余 ${sizeText(rest)} / 共 ${sizeText(max)}`,
})
