import type { ReactNode } from 'react'
import { useMayShow } from '@/lib/permissions/use-rights.ts'

export interface CanProps {
  /** Permission code, for instance `system:user:add`. */
  readonly I: string
  readonly children: ReactNode
}

/** Draws its children only for who may: without the right they are not in the document at all (SS-37). */
export function Can({ I: code, children }: CanProps) {
  return useMayShow(code) ? children : null
}
