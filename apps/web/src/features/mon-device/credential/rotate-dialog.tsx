import { deviceEndpoints, type NewCredential } from '@natim/contract/mon/device'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '@/lib/api/http.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { CredentialSheet } from './credential-sheet.tsx'

const WIDTH = 720

export interface RotateDialogProps {
  /** The device whose secret is to be replaced; undefined while closed. */
  readonly device: { readonly id: string; readonly name: string } | undefined
  readonly onClose: () => void
}

/**
 * Confirms, rotates the secret, and shows the new one once. The dialog cannot be dismissed by a key or an outside
 * click.
 */
export function RotateDialog({ device, onClose }: RotateDialogProps) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [credential, setCredential] = useState<NewCredential>()

  async function rotate(id: string): Promise<void> {
    setIsBusy(true)
    try {
      setCredential(await call(deviceEndpoints.rotateSecret, { params: { id } }))
      await queryClient.invalidateQueries({ queryKey: [deviceEndpoints.credentials.path] })
    } catch {
      // Already reported by the client; the confirmation stays open.
    } finally {
      setIsBusy(false)
    }
  }

  if (device === undefined) return null
  if (credential === undefined) {
    return (
      <Dialog
        open
        title="更换凭证"
        okText="生成新凭证"
        isSaving={isBusy}
        onOk={() => rotate(device.id)}
        onCancel={onClose}
      >
        为 {device.name} 生成新的密钥。原密钥在 24 小时内仍然有效，请在此期间更新设备。
      </Dialog>
    )
  }
  const done = () => {
    setCredential(undefined)
    onClose()
  }
  return (
    <Dialog
      open
      title={`${device.name} 的新凭证`}
      width={WIDTH}
      okText="我已保存"
      onOk={done}
      isLocked
      footer={(_origin, { OkBtn }) => <OkBtn />}
    >
      <CredentialSheet credential={credential} />
    </Dialog>
  )
}
