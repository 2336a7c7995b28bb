import { AGENT_CLASS } from '@natim/contract/dict'
import { nbcEndpoints } from '@natim/contract/mon/nbc'
import { type NbcEventRow, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { useQueryClient } from '@tanstack/react-query'
import { Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { goTo } from '@/lib/address.tsx'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { severityName } from '@/ui/severity-glyph.tsx'
import { eventPath } from '../nbc-text.ts'
import styles from './drill.module.css'

const LEVELS = ([1, 2, 3, 4, 5] as const).map((value) => ({ value, label: severityName(value) }))
const CLASSES = Object.entries(AGENT_CLASS).map(([value, label]) => ({ value, label }))

/** 发起演练事件: at a device, of a level, for a reason. */
export function PlayDialog({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const devices = useEndpoint(nbcEndpoints.devices, { query: {} })
  const [deviceId, setDeviceId] = useState<string>()
  const [level, setLevel] = useState<NbcEventRow['level']>(2)
  const [agentClass, setAgentClass] = useState<keyof typeof AGENT_CLASS>()
  const [bars, setBars] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const kind = devices.data?.devices.find(({ id }) => id === deviceId)?.kind
  const isWhole = deviceId !== undefined && note.trim() !== ''
  const submit = async () => {
    if (!isWhole) return
    setIsSaving(true)
    try {
      const body = {
        deviceId,
        level,
        note: note.trim(),
        ...(kind === 'chem' && agentClass && { agentClass }),
        ...(kind === 'chem' && bars !== null && { bars }),
      }
      const { result, message } = await callWithMessage(nbcEventEndpoints.playEvent, { body })
      notify.line(`${message}：${result.no}`, 'success')
      await queryClient.invalidateQueries({ queryKey: [nbcEventEndpoints.list.path] })
      onClose()
      goTo(eventPath(result.id))
    } catch {
      setIsSaving(false)
    }
  }
  return (
    <Dialog
      open
      title="发起演练事件"
      okText="发起"
      isSaving={isSaving}
      okButtonProps={{ disabled: !isWhole }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <div className={styles.form}>
        <label>
          装备
          <Select
            aria-label="装备"
            value={deviceId}
            onChange={setDeviceId}
            loading={devices.isFetching}
            showSearch={{ optionFilterProp: 'label' }}
            options={(devices.data?.devices ?? []).map(({ id, name, clientId }) => ({
              value: id,
              label: `${name}（${clientId}）`,
            }))}
          />
        </label>
        <label>
          级别
          <Select aria-label="级别" value={level} onChange={setLevel} options={LEVELS} />
        </label>
        {kind === 'chem' && (
          <>
            <label>
              毒剂类别
              <Select
                aria-label="毒剂类别"
                allowClear
                value={agentClass}
                onChange={setAgentClass}
                options={CLASSES as { value: keyof typeof AGENT_CLASS; label: string }[]}
              />
            </label>
            <label>
              格数
              <InputNumber
                min={0}
                max={8}
                precision={0}
                suffix="格"
                value={bars}
                onChange={setBars}
                style={{ width: '100%' }}
              />
            </label>
          </>
        )}
        <label>
          科目说明
          <Input.TextArea rows={2} maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
        </label>
      </div>
    </Dialog>
  )
}
