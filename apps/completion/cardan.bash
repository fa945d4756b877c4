# Completion of cardan for bash, written by scripts/command-texts.
# shellcheck shell=bash
_cardan() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]-}
  local options='' files=''
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W 'run compare regress sweep diff replay view repair export check convert solve explain solvers schema doctor --help --version' -- "$word")
    return
  fi
  case $command in
    run) options='-h --help --solver --formulation --step --set --duration --record --record-every --report --html --html-rate --profile --capture --capture-dir --capture-limit --threads --plugins --timeout --remove-partials --save-state --from --verify --allow-outside' files='yaml,yml,urdf,xml,sdf,world' ;;
    compare) options='-h --help --beside --formulations --solvers --integrators --model --plot --html --html-rate --reference --json --markdown --limit --timeout --step --duration --threads --plugins --allow-outside' files='yaml,yml' ;;
    regress) options='-h --help --tag --not-tag --name --solvers --formulations --only-own --set --list --allow-empty --duration --jobs --threads --timeout --junit --json --markdown --html --capture-dir --bless --dry-run --plugins --allow-outside' files='yaml,yml' ;;
    sweep) options='-h --help --out --jobs --timeout --plugins --shard --slurm --plan --retry --audit --allow-outside --csv --hdf5 --partial --html --svg --replays' files='yaml,yml' ;;
    diff) options='-h --help' files='h5' ;;
    replay) options='-h --help --threads --record --record-every' files='h5' ;;
    view) options='-h --help -o --output --glb --mcap --image --video --speed --size --dark --camera --inspect --live --at --package --rate --size-limit --no-images --full-images --threads --port --no-browser --allow-outside' files='yaml,yml,urdf,xml,sdf,world,h5' ;;
    repair) options='-h --help --into' files='' ;;
    export) options='-h --help --csv --into' files='h5' ;;
    check) options='-h --help --package --allow-missing-meshes --json --quiet --density --base --strict --project-inertias --export --for-ros --as-ros --allow-outside' files='urdf,xml,xacro,sdf,world' ;;
    convert) options='-h --help' files='urdf,xml' ;;
    solve) options='-h --help --solver --fallback --timeout --write --tolerance --cold --json --option --plugins --keep --into --expect' files='hdf5,h5,dat' ;;
    explain) options='-h --help --step --island --solver --formulation --threads --plugins --json --timeout --allow-outside' files='yaml,yml,hdf5' ;;
    solvers) options='-h --help --describe --check --timeout --plugins' files='so' ;;
    schema) options='-h --help' files='' ;;
    doctor) options='-h --help --json --plugins' files='' ;;
    *) return ;;
  esac
  case $command:$before in
    run:--solver | solve:--solver | solve:--fallback | explain:--solver | solvers:--describe)
      mapfile -t COMPREPLY < <(compgen -W 'admm apgd block_pivot conic dantzig fischer_newton interior_point lemke minmap_newton pgs sap' -- "$word")
      return
      ;;
    run:--formulation | explain:--formulation)
      mapfile -t COMPREPLY < <(compgen -W 'cone polyhedral box hybrid phantom convex acceleration frictionless' -- "$word")
      return
      ;;
    run:--capture)
      mapfile -t COMPREPLY < <(compgen -W 'failed all step=' -- "$word")
      return
      ;;
    compare:--beside)
      mapfile -t COMPREPLY < <(compgen -W 'mujoco' -- "$word")
      return
      ;;
    compare:--formulations | regress:--formulations)
      mapfile -t COMPREPLY < <(compgen -P "${word%"${word##*,}"}" -W 'cone polyhedral box hybrid phantom convex acceleration frictionless all' -- "${word##*,}")
      return
      ;;
    compare:--solvers | regress:--solvers)
      mapfile -t COMPREPLY < <(compgen -P "${word%"${word##*,}"}" -W 'admm apgd block_pivot conic dantzig fischer_newton interior_point lemke minmap_newton pgs sap all' -- "${word##*,}")
      return
      ;;
    compare:--integrators)
      mapfile -t COMPREPLY < <(compgen -P "${word%"${word##*,}"}" -W 'semi_implicit_euler rk4 midpoint all' -- "${word##*,}")
      return
      ;;
    check:--base)
      mapfile -t COMPREPLY < <(compgen -W 'auto fixed floating' -- "$word")
      return
      ;;
    run:--capture-dir | run:--plugins | compare:--plugins | regress:--capture-dir | regress:--plugins | sweep:--out | sweep:--plugins | sweep:--svg | repair:--into | export:--into | solve:--plugins | solve:--into | explain:--plugins | solvers:--plugins | doctor:--plugins)
      mapfile -t COMPREPLY < <(compgen -d -- "$word")
      return
      ;;
    run:--step | run:--duration | run:--record-every | run:--html-rate | run:--capture-limit | run:--threads | run:--timeout | compare:--html-rate | compare:--limit | compare:--timeout | compare:--step | compare:--duration | compare:--threads | regress:--duration | regress:--jobs | regress:--threads | regress:--timeout | sweep:--jobs | sweep:--timeout | sweep:--audit | sweep:--replays | replay:--threads | replay:--record-every | view:--speed | view:--at | view:--rate | view:--size-limit | view:--threads | view:--port | check:--density | solve:--timeout | solve:--tolerance | explain:--step | explain:--island | explain:--threads | explain:--timeout | solvers:--timeout)
      return
      ;;
  esac
  local actions=''
  if [[ $command == sweep && $COMP_CWORD -eq 2 ]]; then actions='status merge plot replay'; fi
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -f -- "$word")
  # An option with a value takes any file; an argument takes those that the command reads.
  if [[ -n $files && $before != --* ]]; then
    local kept=() file
    if [[ -n $actions ]]; then mapfile -t kept < <(compgen -W "$actions" -- "$word"); fi
    for file in "${COMPREPLY[@]}"; do
      if [[ -d $file || ",$files," == *",${file##*.},"* ]]; then kept+=("$file"); fi
    done
    COMPREPLY=("${kept[@]}")
  fi
  compopt -o filenames 2>/dev/null
}
complete -F _cardan cardan
