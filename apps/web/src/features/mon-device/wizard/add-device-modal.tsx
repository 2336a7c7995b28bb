import type { CallResult } from '@natim/contract/endpoint'
import type { deviceEndpoints, NewCredential } from '@natim/contract/mon/device'
import type { DeviceModelRow } from '@natim/contract/mon/device-model.resource'
import { Alert, App, Button, Form, Steps } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useIsPhone } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { KindIcon } from '@/ui/kind-icon.tsx'
import { CredentialSheet } from '../credential/credential-sheet.tsx'
import { FirstMessage } from '../credential/first-message.tsx'
import { detailPath, device } from '../device-resource.tsx'
import styles from './add-device-modal.module.css'
import { ModelStep } from './model-step.tsx'

export interface AddDeviceModalProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The device has been registered; the dialog may still be open. */
  readonly onAdded: () => void
  /** Initial values. */
  readonly start?: NewDevice | undefined
}

export interface NewDevice {
  readonly clientId: string
  readonly gatewayId: string | null
}

type Created = CallResult<typeof deviceEndpoints.create>

const WIDTH = 800
const STEPS = ['选择型号', '身份与位置', '接入凭证']
const IDENTITY_KEYS = [
  'name',
  'clientId',
  'stationId',
  'tags',
  'lng',
  'lat',
  'serialNo',
  'assetNo',
  'installedAt',
  'nextCalibDate',
] as const

/** Steps: model, then identity and place, then credential and first message (domain §10.4). */
export function AddDeviceModal({ isOpen, ...wizard }: AddDeviceModalProps) {
  return (
    <Dialog open={isOpen} title="新增设备" width={WIDTH} footer={null} isLocked destroyOnHidden>
      <Wizard {...wizard} />
    </Dialog>
  )
}

function Wizard({ onClose, onAdded, start }: Omit<AddDeviceModalProps, 'isOpen'>) {
  const { modal } = App.useApp()
  const [form] = Form.useForm()
  const formName = useId()
  const [model, setModel] = useState<DeviceModelRow>()
  const [step, setStep] = useState(0)
  const [created, setCreated] = useState<Created>()
  const editor = R.useResourceEditor(device, {
    onSaved: (result) => {
      setCreated(result as Created)
      onAdded()
    },
  })
  R.useRefusals(form, editor)

  const cancel = () => {
    if (!form.isFieldsTouched()) onClose()
    else modal.confirm({ title: '放弃新增设备？', okText: '放弃', cancelText: '继续填写', onOk: onClose })
  }
  return (
    <div className={styles.wizard}>
      <StepLine current={created ? 2 : step} />
      {!created && step === 0 && <ModelStep value={model} onChange={setModel} />}
      {!created && (
        // The form stays mounted: going back to the model keeps the input.
        <div className={styles.identity} hidden={step !== 1}>
          <Form
            form={form}
            name={formName}
            layout="vertical"
            className={styles.form}
            initialValues={{ clientId: start?.clientId }}
            onFinish={(values) => editor.save({ ...values, modelId: model?.id, gatewayId: start?.gatewayId })}
            scrollToFirstError={{ focus: true }}
          >
            {editor.issues.rest && <Alert type="error" showIcon title={editor.issues.rest} className={styles.alert} />}
            <R.FormFields resource={device} keys={IDENTITY_KEYS} />
          </Form>
          {model && <ModelSummary model={model} />}
        </div>
      )}
      {created && <Connect deviceId={created.id} credential={created.credential} onClose={onClose} />}
      {!created && (
        <div className={styles.foot}>
          <Button className={styles.cancel} onClick={cancel}>
            取消
          </Button>
          {step === 1 && <Button onClick={() => setStep(0)}>上一步</Button>}
          {step === 0 ? (
            <Button type="primary" disabled={!model} onClick={() => setStep(1)}>
              下一步
            </Button>
          ) : (
            <Button type="primary" loading={editor.isSaving} onClick={form.submit}>
              创建设备
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Step line, 36 px; on a phone only the current step shows its name. */
function StepLine({ current }: { readonly current: number }) {
  const isPhone = useIsPhone()
  const items = STEPS.map((title, index) => ({ title: isPhone && index !== current ? '' : title }))
  return <Steps size="small" responsive={false} current={current} items={items} className={styles.steps} />
}

function ModelSummary({ model }: { readonly model: DeviceModelRow }) {
  return (
    <aside className={styles.summary} aria-label="所选型号">
      <KindIcon kind={model.kind} size={24} />
      <b>{model.name}</b>
      <span className="t-caption">
        {model.vendor} · {model.channelCount} 个通道
      </span>
    </aside>
  )
}

interface ConnectProps {
  readonly deviceId: string
  readonly credential: NewCredential
  readonly onClose: () => void
}

function Connect({ deviceId, credential, onClose }: ConnectProps) {
  const navigate = useNavigate()
  return (
    <>
      <CredentialSheet credential={credential} />
      <FirstMessage deviceId={deviceId} />
      <div className={styles.foot}>
        <Button onClick={onClose}>我已保存，关闭</Button>
        <Button
          type="primary"
          onClick={() => {
            onClose()
            navigate(detailPath({ id: deviceId }))
          }}
        >
          查看设备
        </Button>
      </div>
    </>
  )
}
