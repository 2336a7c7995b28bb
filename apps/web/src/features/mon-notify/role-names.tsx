import { roleChoiceEndpoints } from '@natim/contract/system/role'
import { NO_VALUE } from '@natim/domain/format'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { TextCell } from '@/resource/index.ts'

/** Roles by name; by code while loading or when a role no longer exists. */
export function RoleNames({ codes }: { readonly codes: readonly string[] }) {
  const { data } = useEndpoint(roleChoiceEndpoints.all, {})
  const names = new Map((data ?? []).map(({ roleCode, roleName }) => [roleCode, roleName]))
  return <TextCell>{codes.map((code) => names.get(code) ?? code).join('、') || NO_VALUE}</TextCell>
}
