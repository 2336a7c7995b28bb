import type { PermissionCode } from '@natim/contract/permissions'
import type { ReactNode } from 'react'
import { useSession } from '../session/session-store.ts'
import { can } from './can.ts'

export function useCan(code: PermissionCode): boolean {
  return useSession((state) => can(code, state.permissions))
}

/** Draws its children for holders of the code; nothing otherwise. */
export function Can({ I, children }: { readonly I: PermissionCode; readonly children: ReactNode }) {
  return useCan(I) ? children : null
}
