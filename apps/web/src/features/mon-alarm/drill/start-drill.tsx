import { alarmEndpoints } from '@natim/contract/mon/alarm'
import { Button } from 'antd'
import { useState } from 'react'
import * as R from '@/resource/index.ts'
import { DrillDialog } from './drill-dialog.tsx'

/** Button for users who may start a drill. */
export function StartDrill({ onStarted }: { readonly onStarted: (id: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!R.useMay(alarmEndpoints.drill)) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>发起演练</Button>
      {isOpen && (
        <DrillDialog
          onClose={close}
          onStarted={(id) => {
            close()
            onStarted(id)
          }}
        />
      )}
    </>
  )
}
