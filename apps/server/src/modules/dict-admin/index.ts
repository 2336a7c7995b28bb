export { dictModule } from './dict-admin.routes.ts'
export { DICT } from './dict.resource.ts'
