/**
 * Label of a namespace in which claims may have admin access to devices; its value is `"true"`, and no other.
 *
 * In 1.33, where the field is alpha, the key was `resource.k8s.io/admin-access`.
 *
 * Source: pkg/registry/resource/utils.go AuthorizedForAdmin (v1.36); kubernetes/api resource/v1 types.go DRAAdminNamespaceLabelKey
 */
export const ADMIN_ACCESS_LABEL = 'resource.kubernetes.io/admin-access';
