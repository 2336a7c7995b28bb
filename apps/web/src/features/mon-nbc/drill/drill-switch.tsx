import { MAX_DRILL_MINUTES } from '@natim/contract/mon/nbc-event'
import { Input, InputNumber, Switch } from 'antd'
import { useId, useState } from 'react'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { Can } from '@/widgets/can/can.tsx'
import { Labelled } from '../labelled.tsx'
import styles from './drill.module.css'
import { useEndDrill } from './drill-frame.tsx'
import { useDrill, useDrillOrders } from './use-drill.ts'

const DEFAULT_MINUTES = 60

/** Starts and ends 演练, with a confirmation. */
export function DrillSwitch() {
  const drill = useDrill()
  const end = useEndDrill()
  const [isOpen, setIsOpen] = useState(false)
  const labelId = useId()
  return (
    <Can I="mon:nbc:drill">
      <span className={styles.switch}>
        <span id={labelId}>演练</span>
        <Switch
          aria-labelledby={labelId}
          checked={drill !== undefined}
          disabled={drill !== undefined && !drill.mayEnd}
          title={drill && !drill.mayEnd ? '由上级部门发起，由上级部门结束' : ''}
          onChange={() => (drill ? end(drill) : setIsOpen(true))}
        />
      </span>
      {isOpen && <StartDialog onClose={() => setIsOpen(false)} />}
    </Can>
  )
}

function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const { start } = useDrillOrders()
  const [title, setTitle] = useState('')
  const [minutes, setMinutes] = useState<number | null>(DEFAULT_MINUTES)
  const [isSaving, setIsSaving] = useState(false)
  const isWhole = title.trim() !== '' && minutes !== null
  const submit = async () => {
    if (!isWhole) return
    setIsSaving(true)
    const started = await start(title.trim(), minutes)
    setIsSaving(false)
    if (started) onClose()
  }
  return (
    <Dialog
      open
      title="开始演练"
      okText="开始演练"
      isSaving={isSaving}
      okButtonProps={{ disabled: !isWhole }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <div className={styles.form}>
        <p className={styles.note}>
          演练期间，本部门及下级部门的核生化页面都带“演练”标记；演练事件不产生报警、不通知任何人。真实探测照常报警。
        </p>
        <Labelled caption="演练名称">
          {(id) => <Input id={id} maxLength={80} value={title} onChange={(event) => setTitle(event.target.value)} />}
        </Labelled>
        <Labelled caption="时长">
          {(id) => (
            <InputNumber
              id={id}
              min={5}
              max={MAX_DRILL_MINUTES}
              precision={0}
              suffix="分钟"
              value={minutes}
              onChange={setMinutes}
              style={{ width: '100%' }}
            />
          )}
        </Labelled>
      </div>
    </Dialog>
  )
}
