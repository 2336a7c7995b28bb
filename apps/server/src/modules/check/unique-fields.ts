/** A column with unique values, by its database name. */
export interface UniqueField {
  readonly table: string
  readonly column: string
  /** Compared case-insensitively, like the table's own index. */
  readonly isCaseless?: true
}

/**
 * Fields that forms may check (security §5). Any other is refused without an answer. Soft-deleted rows keep their
 * values, as they can be restored.
 */
export const UNIQUE_FIELDS: readonly UniqueField[] = [
  { table: 'sys_user', column: 'username', isCaseless: true },
  { table: 'sys_user', column: 'phone' },
  { table: 'sys_user', column: 'email', isCaseless: true },
  { table: 'sys_user', column: 'work_no' },
  { table: 'sys_role', column: 'role_code' },
  { table: 'sys_depart_role', column: 'role_code' },
  { table: 'sys_permission', column: 'perms' },
  { table: 'sys_dict', column: 'dict_code' },
  { table: 'sys_position', column: 'code' },
  { table: 'sys_category', column: 'code' },
  { table: 'sys_check_rule', column: 'rule_code' },
  { table: 'sys_fill_rule', column: 'rule_code' },
  { table: 'sys_sms_template', column: 'template_code' },
  { table: 'sys_data_source', column: 'code' },
]

/** The registered field with exactly these names. */
export const findUniqueField = (table: string, column: string): UniqueField | undefined =>
  UNIQUE_FIELDS.find((field) => field.table === table && field.column === column)
