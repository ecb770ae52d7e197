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

{{- define "kinora.settings" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "kinora.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
