import { AGENT_CLASS } from '@natim/contract/dict'
import type { CallInput } from '@natim/contract/endpoint'
import { type NbcDevice, nbcEndpoints } from '@natim/contract/mon/nbc'
import { type NbcEventRow, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { useQueryClient } from '@tanstack/react-query'
import { Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { goTo } from '@/lib/address.tsx'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { severityName } from '@/ui/severity-glyph.tsx'
import { Labelled } from '../labelled.tsx'
import { eventPath } from '../nbc-text.ts'
import styles from './drill.module.css'

const LEVELS = ([1, 2, 3, 4, 5] as const).map((value) => ({ value, label: severityName(value) }))
const CLASSES = optionsOf(AGENT_CLASS)

/** 发起演练事件: device, level and reason. */
export function PlayDialog({ onClose }: { readonly onClose: () => void }) {
  const { play, isSaving } = usePlay(onClose)
  const devices = useEndpoint(nbcEndpoints.devices, { query: {} })
  const [deviceId, setDeviceId] = useState<string>()
  const [level, setLevel] = useState<NbcEventRow['level']>(2)
  const [agentClass, setAgentClass] = useState<keyof typeof AGENT_CLASS>()
  const [bars, setBars] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const kind = devices.data?.devices.find(({ id }) => id === deviceId)?.kind
  const isWhole = deviceId !== undefined && note.trim() !== ''
  const submit = () => {
    if (!isWhole) return
    void play({
      deviceId,
      level,
      note: note.trim(),
      ...(kind === 'chem' && agentClass && { agentClass }),
      ...(kind === 'chem' && bars !== null && { bars }),
    })
  }
  return (
    <Dialog
      open
      title="发起演练事件"
      okText="发起"
      isSaving={isSaving}
      okButtonProps={{ disabled: !isWhole }}
      onOk={submit}
      onCancel={onClose}
    >
      <div className={styles.form}>
        <Labelled caption="装备">
          {(id) => <DeviceSelect id={id} value={deviceId} onChange={setDeviceId} devices={devices.data?.devices} />}
        </Labelled>
        <Labelled caption="级别">
          {(id) => <Select id={id} value={level} onChange={setLevel} options={LEVELS} />}
        </Labelled>
        {kind === 'chem' && (
          <ChemFields agentClass={agentClass} bars={bars} onAgentClass={setAgentClass} onBars={setBars} />
        )}
        <Labelled caption="科目说明">
          {(id) => (
            <Input.TextArea
              id={id}
              rows={2}
              maxLength={200}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Labelled>
      </div>
    </Dialog>
  )
}

interface DeviceSelectProps {
  readonly id: string
  readonly value: string | undefined
  readonly onChange: (id: string) => void
  readonly devices: readonly NbcDevice[] | undefined
}

const DeviceSelect = ({ devices = [], ...control }: DeviceSelectProps) => (
  <Select {...control} showSearch={{ optionFilterProp: 'label' }} options={devices.map(toOption)} />
)

const toOption = ({ id, name, clientId }: NbcDevice) => ({ value: id, label: `${name}（${clientId}）` })

/** Starts a simulated event and opens it; the client shows a refusal. */
function usePlay(onDone: () => void) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const [isSaving, setIsSaving] = useState(false)
  const play = async (body: CallInput<typeof nbcEventEndpoints.playEvent>['body']) => {
    setIsSaving(true)
    try {
      const { result, message } = await callWithMessage(nbcEventEndpoints.playEvent, { body })
      notify.line(`${message}：${result.no}`, 'success')
      await queryClient.invalidateQueries({ queryKey: [nbcEventEndpoints.list.path] })
      onDone()
      goTo(eventPath(result.id))
    } catch {
      setIsSaving(false)
    }
  }
  return { play, isSaving }
}

interface ChemFieldsProps {
  readonly agentClass: keyof typeof AGENT_CLASS | undefined
  readonly bars: number | null
  readonly onAgentClass: (agentClass: keyof typeof AGENT_CLASS | undefined) => void
  readonly onBars: (bars: number | null) => void
}

const ChemFields = ({ agentClass, bars, onAgentClass, onBars }: ChemFieldsProps) => (
  <>
    <Labelled caption="毒剂类别">
      {(id) => <Select id={id} allowClear value={agentClass} onChange={onAgentClass} options={CLASSES} />}
    </Labelled>
    <Labelled caption="格数">
      {(id) => (
        <InputNumber
          id={id}
          min={0}
          max={8}
          precision={0}
          suffix="格"
          value={bars}
          onChange={onBars}
          style={{ width: '100%' }}
        />
      )}
    </Labelled>
  </>
)
