import { userEndpoints } from '@natim/contract/system/pickers'
import { useMemo } from 'react'
import { lazyPart } from '@/lib/lazy-part.ts'
import { fieldName, pairOf } from '../picker/pair.ts'
import { Picker, type PickerProps } from '../picker/picker.tsx'
import type { PairSource } from '../picker/use-stored-pairs.ts'

const Modal = lazyPart(async () => (await import('./user-picker-modal.tsx')).UserPickerModal)

export interface UserPickerProps extends PickerProps {
  readonly isMulti?: boolean
  /** The stored field of a user, also as database name. */
  readonly store?: string
  /** The label field. */
  readonly text?: string
}

/** Users by department (WG-30 to WG-35); the value is a comma list. */
export function UserPicker({ isMulti = true, store = 'username', text = 'realname', ...picker }: UserPickerProps) {
  const source = useMemo<PairSource<typeof userEndpoints.multi>>(
    () => ({
      endpoint: userEndpoints.multi,
      inputOf: (values) => ({ query: { [fieldName(store)]: values.join(',') } }),
      pairsOf: (users) => users.map((user) => pairOf({ ...user }, store, text)),
    }),
    [store, text],
  )
  return (
    <Picker
      placeholder="请选择用户"
      {...picker}
      source={source}
      button="选择用户"
      dialog={(dialog) => <Modal {...dialog} store={store} text={text} isMulti={isMulti} />}
    />
  )
}
