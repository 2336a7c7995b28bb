import { z } from 'zod'
import type { PermissionCode } from '../permissions.ts'

/**
 * Path below the API prefix; `pageId` is 32 hex digits, new for each page load (contract/30 §9). A browser cannot send
 * the tenant as a header here, so it is part of the URL; row changes are shared only among the sockets of one tenant.
 */
export const gridSocketPath = (userId: string, pageId: string, tenantId?: string) =>
  `/vxeSocket/${encodeURIComponent(userId)}/${pageId}${tenantId ? `?tenant-id=${encodeURIComponent(tenantId)}` : ''}`
export const GRID_PAGE_ID = /^[0-9a-fA-F]{32}$/

/** Grids that share changes, by socketKey, with the permission to edit them. Changes under other keys are dropped. */
export const GRID_PERMISSIONS: Readonly<Record<string, PermissionCode>> = {
  'mon-station': 'mon:station:edit',
  'mon-device': 'mon:device:edit',
}

/**
 * A row that other grids should patch: the row (with its id) and the case that changed it, whose own grid is not
 * patched.
 */
export const gridUpdate = z.object({
  socketKey: z.string().min(1).max(64),
  args: z.tuple([z.looseObject({ id: z.union([z.string(), z.number()]) }), z.string().max(64)]),
})
export type GridUpdate = z.output<typeof gridUpdate>

/** Client to server. */
export const gridRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('heart_beat'), data: z.unknown() }),
  z.object({ type: z.literal('update_vxe_table'), data: gridUpdate }),
])
export type GridRequest = z.input<typeof gridRequest>

/** Server to client. `common_send_date` calls the handlers a page has bound to the key. */
export const gridMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('heart_beat'), data: z.literal(true) }),
  z.object({ type: z.literal('update_vxe_table'), data: gridUpdate }),
  z.object({ type: z.literal('common_send_date'), data: z.object({ key: z.string(), args: z.array(z.unknown()) }) }),
])
export type GridMessage = z.output<typeof gridMessage>
