import { monitorEndpoints } from '@natim/contract/system/monitor'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { sizeText } from '@/lib/size-text.ts'
import { Meter } from './meter.tsx'
import { PartPanel } from './part-panel.tsx'

/** The file systems the server writes to. */
export function DiskPanel() {
  const part = useEndpoint(monitorEndpoints.disk, {})
  return (
    <PartPanel title="磁盘" part={part}>
      {(disks) =>
        disks.map(({ name, max, rest, restPPT }) => (
          <Meter key={name} label={name} share={restPPT / 100} note={`剩余 ${sizeText(rest)} / 共 ${sizeText(max)}`} />
        ))
      }
    </PartPanel>
  )
}
