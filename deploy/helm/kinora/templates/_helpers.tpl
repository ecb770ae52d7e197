{{- define "kinora.labels" -}}
app.kubernetes.io/name: kinora
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* The labels that select pods never change. */}}
{{- define "kinora.selector" -}}
app.kubernetes.io/name: kinora
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Settings that are not secret; an empty one is not set. */}}
{{- define "kinora.settings" -}}
{{- range $name, $value := . }}
{{- if $value }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* A setting without which a pod must not start: the key of the Secret is not optional. */}}
{{- define "kinora.requiredSecret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef: { name: {{ .secret }}, key: {{ .name }} }
{{- end }}

{{/* Refuses to install what would lose results, or trust and serve the wrong addresses. */}}
{{- define "kinora.checks" -}}
{{- $settings := .Values.server.settings }}
{{- if not $settings.KINORA_PUBLIC_URL }}
{{- fail "set server.settings.KINORA_PUBLIC_URL to the address that clients use, such as https://media.example.com" }}
{{- end }}
{{- if and .Values.ingress.enabled (not $settings.KINORA_TRUSTED_PROXIES) }}
{{- fail "set server.settings.KINORA_TRUSTED_PROXIES to the addresses of the pods of your ingress controller, and of no others" }}
{{- end }}
{{- if hasKey $settings "DATABASE_URL" }}
{{- fail "DATABASE_URL has a password: set it in the Secret that settingsSecret names, not in server.settings" }}
{{- end }}
{{/* Empty without a cluster, as with "helm template"; then the pods check the keys when they start. */}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace .Values.settingsSecret }}
{{- if $secret }}
{{- if not (get $secret.data "DATABASE_URL") }}
{{- fail (printf "the Secret %s has no DATABASE_URL: the servers need your own PostgreSQL" .Values.settingsSecret) }}
{{- end }}
{{- if not (or $settings.KINORA_STORAGE_URL (get $secret.data "KINORA_STORAGE_URL")) }}
{{- fail (printf "the Secret %s has no KINORA_STORAGE_URL: without a store, results are lost when a server restarts" .Values.settingsSecret) }}
{{- end }}
{{- end }}
{{- end }}

{{- define "kinora.dns" -}}
- ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
{{- end }}

{{/* Of every pod. */}}
{{- define "kinora.podSecurity" -}}
automountServiceAccountToken: false
# Otherwise Kubernetes sets variables such as KINORA_PORT for a service with that name.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "kinora.security" -}}
privileged: false
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
