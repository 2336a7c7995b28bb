import { accountEndpoints, ownDataForm } from '@natim/contract/system/identity-account'
import { useState } from 'react'
import type { z } from 'zod'
import { apiErrorOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/http.ts'
import { keepUser } from '../../../lib/session/session-store.ts'

export type OwnField = keyof typeof ownDataForm.shape
type OwnData = z.input<typeof ownDataForm>

export interface Saving {
  readonly isSaving: boolean
  readonly isSaved: boolean
  /** Error of the last save. */
  readonly error: string | undefined
}

const IDLE: Saving = { isSaving: false, isSaved: false, error: undefined }

/** Saves one field of the user's own account; values that the contract rejects are not sent. */
export function useOwnData(field: OwnField) {
  const [saving, setSaving] = useState<Saving>(IDLE)
  const save = async (value: OwnData[OwnField]): Promise<void> => {
    const checked = ownDataForm.shape[field].safeParse(value)
    if (!checked.success) {
      setSaving({ ...IDLE, error: checked.error.issues[0]?.message ?? '格式不正确' })
      return
    }
    setSaving({ ...IDLE, isSaving: true })
    try {
      const { userInfo } = await call(accountEndpoints.editOwnData, { body: { [field]: value } }, { silent: true })
      keepUser(userInfo)
      setSaving({ ...IDLE, isSaved: true })
    } catch (error) {
      setSaving({ ...IDLE, error: apiErrorOf(error).message })
    }
  }
  return { ...saving, save, forget: () => setSaving(IDLE) }
}
