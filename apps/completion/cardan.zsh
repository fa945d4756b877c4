#compdef cardan
# Completion of cardan for zsh, written by scripts/command-texts.
_cardan() {
  local -a commands
  commands=(
    'run:Run a scene and print a summary'
    'compare:Run one scene with several formulations, solvers and integrators'
    'regress:Run scenes and check their expectations, for CI'
    'sweep:Run a study of many cells, locally or on a cluster, and merge its results'
    'diff:Report the first step in which two recordings differ'
    'replay:Repeat a recording without its scene file, and compare every step'
    'view:Show a running scene or robot in a browser, or write one HTML page that shows a recording or a robot'
    'repair:Recover the rows of a recording whose process was killed'
    'export:Write the rows of a recording as text'
    'check:Load a robot and report everything found, repaired or ignored'
    'convert:Convert a robot between URDF, MJCF, SDF and scenes, and list the data that are lost'
    'solve:Solve problem files and check the answers'
    'explain:Explain why an island is hard to solve, what was tried, and what to change'
    'solvers:List the available solver plugins'
    'schema:Print the JSON Schema of scene files, for editors'
    'doctor:Examine the installation\: build, processor, plugins, libraries, Python, viewer'
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
    run)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--solver[Id of the solver plugin]:value:(admm apgd block_pivot conic dantzig fischer_newton interior_point lemke minmap_newton pgs sap)' \
        '*--formulation[Contact formulation, e.g. cone or polyhedral\:directions=8]:value:(cone polyhedral box hybrid phantom convex acceleration frictionless)' \
        '*--step[Time step \[s\], which replaces that of the scene]:number: ' \
        '*--set[PATH=VALUE\: override a value of the scene, e.g. materials.default.mu=0.5; repeatable]:file:_files' \
        '*--duration[Duration of the run \[s\]]:number: ' \
        '*--record[Write time series to this HDF5 file]:file:_files' \
        '*--record-every[Interval between recorded rows \[s\], which replaces that of the scene; 0\: every step]:number: ' \
        '*--report[Write a report to this JSON file]:file:_files' \
        '*--html[Write a replay page (one HTML file)]:file:_files' \
        '*--html-rate[Frames of the page per second of simulated time, default 60]:number: ' \
        '*--profile[Measure the time of each stage of the step]' \
        '*--capture[Write these contact problems to files\: failed, all or step=N]:value:(failed all step=)' \
        '*--capture-dir[Folder for captured problems]:folder:_files -/' \
        '*--capture-limit[Maximum number of captured files, default 100]:number: ' \
        '*--threads[Number of threads]:number: ' \
        '*--plugins[Folder of solver plugins, searched first; repeatable]:folder:_files -/' \
        '*--timeout[Wall-clock limit \[s\], after which the run ends with exit code 3]:number: ' \
        '*--remove-partials[Remove unfinished files that earlier runs left next to the outputs]' \
        '*--save-state[Write the final state to this HDF5 file]:file:_files' \
        '*--from[Start from a state written by --save-state]:file:_files' \
        '*--verify[Compare every step with this recording bit by bit]:file:_files' \
        '*--allow-outside[Allow scenes and robots to name files outside their own projects]' \
        '*:file:_files -g "*.(yaml|yml|urdf|xml|sdf|world)(-.)"'
      ;;
    compare)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--beside[Also run an MJCF file in this engine (mujoco), and print the differences]:value:(mujoco)' \
        '*--formulations[Formulations\: all, or a list such as cone,polyhedral\:directions=4,box]:values:_sequence compadd - cone polyhedral box hybrid phantom convex acceleration frictionless all' \
        '*--solvers[Solvers\: all, or a list of ids]:values:_sequence compadd - admm apgd block_pivot conic dantzig fischer_newton interior_point lemke minmap_newton pgs sap all' \
        '*--integrators[Integrators\: all, or a list of semi_implicit_euler, midpoint, rk4]:values:_sequence compadd - semi_implicit_euler rk4 midpoint all' \
        '*--model[Model whose path is shown; default\: the first model that moves freely]:file:_files' \
        '*--plot[Write path, speed, drift and residual to this SVG file]:file:_files' \
        '*--html[Write one HTML page with the table, the plots and an overlaid replay of all runs]:file:_files' \
        '*--html-rate[Frames per second of simulated time in the page, default 60]:number: ' \
        '*--reference[Reference pair for the drift, such as cone/conic, run with the first of the integrators; default\: the most accurate pair with exact cones]:file:_files' \
        '*--json[Write the table to this JSON file]:file:_files' \
        '*--markdown[Write islands, residuals and speed to this file as a Markdown table]:file:_files' \
        '*--limit[Wall-clock limit for the steps of each run \[s\]]:number: ' \
        '*--timeout[Wall-clock limit for the process of each run \[s\], default 600]:number: ' \
        '*--step[Time step \[s\], which replaces that of the scene]:number: ' \
        '*--duration[Duration of each run \[s\]]:number: ' \
        '*--threads[Number of threads]:number: ' \
        '*--plugins[Folder of solver plugins, searched first; repeatable]:folder:_files -/' \
        '*--allow-outside[Allow scenes and robots to name files outside their own projects]' \
        '*:file:_files -g "*.(yaml|yml)(-.)"'
      ;;
    regress)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--tag[Select scenes with this tag; repeatable]:file:_files' \
        '*--not-tag[Exclude scenes with this tag; repeatable]:file:_files' \
        '*--name[Select scenes whose name matches this pattern, e.g. '\''box_*'\''; repeatable]:file:_files' \
        '*--solvers[Solvers\: all, or a list of ids]:values:_sequence compadd - admm apgd block_pivot conic dantzig fischer_newton interior_point lemke minmap_newton pgs sap all' \
        '*--formulations[Formulations\: all, or a list such as cone,polyhedral\:directions=4]:values:_sequence compadd - cone polyhedral box hybrid phantom convex acceleration frictionless all' \
        '*--only-own[Run each scene once, with its own pair and initial state, without its sweep]' \
        '*--set[PATH=VALUE\: override a value of the scenes; repeatable]:file:_files' \
        '*--list[List the selected runs, but run nothing]' \
        '*--allow-empty[Return exit code 0 even if no run was selected or all runs were skipped]' \
        '*--duration[Duration of each run \[s\]]:number: ' \
        '*--jobs[Number of parallel processes; default\: one per core]:number: ' \
        '*--threads[Threads per process]:number: ' \
        '*--timeout[Wall-clock limit of each run \[s\], default 600]:number: ' \
        '*--junit[Write JUnit XML to this file]:file:_files' \
        '*--json[Write a JSON report to this file]:file:_files' \
        '*--markdown[Write a Markdown table of scenes and solvers to this file]:file:_files' \
        '*--html[Write an HTML report into this folder]:file:_files' \
        '*--capture-dir[Write the contact problems of unsolved islands to this folder]:folder:_files -/' \
        '*--bless[Rewrite the golden trajectories]' \
        '*--dry-run[With --bless\: only show the differences]' \
        '*--plugins[Folder of solver plugins, searched first; repeatable]:folder:_files -/' \
        '*--allow-outside[Allow scenes and robots to name files outside their own projects]' \
        '*:file:_files -g "*.(yaml|yml)(-.)"'
      ;;
    sweep)
      (( CURRENT == 2 )) && compadd status merge plot replay
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--out[Folder of the results; default\: STUDY.results beside the study]:folder:_files -/' \
        '*--jobs[Number of parallel processes; default\: one per core, or one per CPU of the Slurm task]:number: ' \
        '*--timeout[Wall-clock limit of a cell \[s\], default 600]:number: ' \
        '*--plugins[Folder of solver plugins, searched first; repeatable]:folder:_files -/' \
        '*--shard[I/N\: run part I of N, counted from 0; /N\: take I from the environment of the scheduler]:file:_files' \
        '*--slurm[Submit the unfinished cells to Slurm as a job array and return]' \
        '*--plan[Print the number of cells, but run nothing]' \
        '*--retry[Also rerun cells that crashed, were refused or timed out]' \
        '*--audit[Rerun this fraction of the finished cells, e.g. 0.01, and compare the results]:number: ' \
        '*--allow-outside[Allow scenes and robots to name files outside their own projects]' \
        '*--csv[Write the CSV table to this file]:file:_files' \
        '*--hdf5[Write the HDF5 tables to this file]:file:_files' \
        '*--partial[Merge even if cells are missing]' \
        '*--html[Write the page to this file; default\: plots.html in the folder of the results]:file:_files' \
        '*--svg[Also write each plot as an SVG file into this folder]:folder:_files -/' \
        '*--replays[Number of cells whose points open a replay, default 50]:number: ' \
        '*:file:_files -g "*.(yaml|yml)(-.)"'
      ;;
    diff)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*:file:_files -g "*.(h5)(-.)"'
      ;;
    replay)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--threads[Number of threads]:number: ' \
        '*--record[Record the repeated run to this HDF5 file]:file:_files' \
        '*--record-every[Interval between the rows of the new recording \[s\]; default 0\: every step]:number: ' \
        '*:file:_files -g "*.(h5)(-.)"'
      ;;
    view)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*-o[Name of the page; default\: the name of the file with the extension .html]:file:_files' \
        '*--output[Name of the page; default\: the name of the file with the extension .html]:file:_files' \
        '*--glb[Write bodies and motion as binary glTF, for Blender; the page is then written only with -o]:file:_files' \
        '*--mcap[Write bodies, contacts and step data as MCAP with Foxglove'\''s schemas, for Foxglove, Lichtblick and Rerun; the page is then written only with -o]:file:_files' \
        '*--image[Write a picture (.png, .jpg, .webp), drawn by Chromium; the page is then written only with -o]:file:_files' \
        '*--video[Write a video (.mp4, .webm, .gif, .webp), drawn by Chromium and encoded by ffmpeg; the page is then written only with -o]:file:_files' \
        '*--speed[Speed of the video as a multiple of real time, default 1; the video has --rate times --speed frames per second]:number: ' \
        '*--size[WIDTHxHEIGHT\: size of pictures and videos \[px\], default 1280x720]:file:_files' \
        '*--dark[Use dark colours in pictures and videos]' \
        '*--camera[AZIMUTH,ELEVATION\[,ZOOM\]\: direction from the models to the camera \[deg\], and zoom factor; default\: the view of the page]:file:_files' \
        '*--inspect[Show a robot with joint sliders, its inertias, and the findings of '\''cardan check'\'']' \
        '*--live[Show a recording in the live view, paused at its start\: any step can be simulated again with bitwise identical results and continued with another solver or while a body is pulled]' \
        '*--at[Time \[s\] of the picture written by --image, default\: the end; without --image, the live view starts paused at this time]:number: ' \
        '*--package[NAME=DIR\: folder of package\://NAME for a robot; repeatable]:file:_files' \
        '*--rate[Frames per second of simulated time, default 60; at most one frame per step]:number: ' \
        '*--size-limit[Size of the page above which frames are omitted \[MB\], default 20]:number: ' \
        '*--no-images[Omit the images of materials to keep files small]' \
        '*--full-images[Keep JPEG images at their original size; by default, a page reduces them to at most 1024 px per side]' \
        '*--threads[Number of threads]:number: ' \
        '*--port[Port of the live view on 127.0.0.1; default\: any free port]:number: ' \
        '*--no-browser[Print the address of the live view, but open no browser]' \
        '*--allow-outside[Allow scenes and robots to name files outside their own projects]' \
        '*:file:_files -g "*.(yaml|yml|urdf|xml|sdf|world|h5)(-.)"'
      ;;
    repair)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--into[Output file; default\: FILE]:folder:_files -/' \
        '*:file:_files'
      ;;
    export)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--csv[Write comma-separated values]' \
        '*--into[Write one file per model, sensor and kind of table to this folder; default\: one table on standard output]:folder:_files -/' \
        '*:file:_files -g "*.(h5)(-.)"'
      ;;
    check)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--package[NAME=DIR\: folder of package\://NAME; repeatable]:file:_files' \
        '*--allow-missing-meshes[Drop shapes whose collision mesh is missing, with a warning]' \
        '*--json[Print the report as JSON]' \
        '*--quiet[Print only warnings and errors]' \
        '*--density[Density \[kg/m3\] of the collision shapes of a robot that has no mass, e.g. 1000]:number: ' \
        '*--base[How the root link is attached to the world]:value:(auto fixed floating)' \
        '*--strict[Reject the file if there is any warning]' \
        '*--project-inertias[Replace physically impossible inertias by the nearest possible inertias]' \
        '*--export[Write the robot, as read by cardan, to this URDF file]:file:_files' \
        '*--for-ros[Write the file so that urdfdom, the URDF parser of ROS, reads it without loss]' \
        '*--as-ros[Compare the robot with the robot that urdfdom reads (the parser of RViz, MoveIt, Pinocchio and DART); the exit code is 1 if the two differ]' \
        '*--allow-outside[Allow scenes and robots to name files outside their own projects]' \
        '*:file:_files -g "*.(urdf|xml|xacro|sdf|world)(-.)"'
      ;;
    convert)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*:file:_files -g "*.(urdf|xml)(-.)"'
      ;;
    solve)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--solver[Id of the solver plugin, or all]:value:(admm apgd block_pivot conic dantzig fischer_newton interior_point lemke minmap_newton pgs sap)' \
        '*--fallback[a,b\: fallback solvers, tried in this order if the preceding solver fails]:value:(admm apgd block_pivot conic dantzig fischer_newton interior_point lemke minmap_newton pgs sap)' \
        '*--timeout[Wall-clock limit for each solver on each problem \[s\], default 600]:number: ' \
        '*--write[Write the impulses and velocities of every answer to this JSON file]:file:_files' \
        '*--tolerance[Residual below which a problem counts as solved \[m/s\]; overrides the tolerance in the file]:number: ' \
        '*--cold[Start from zero instead of the guess in the file]' \
        '*--json[Print JSON instead of tables]' \
        '*--option[NAME=VALUE\: set an option of the solver; repeatable]:file:_files' \
        '*--plugins[Folder of solver plugins, searched first; repeatable]:folder:_files -/' \
        '*--keep[Keep the file as a regression case with this name]:file:_files' \
        '*--into[Folder for kept cases, default '\''problems'\'']:folder:_files -/' \
        '*--expect[Expected status of the kept case]:file:_files' \
        '*:file:_files -g "*.(hdf5|h5|dat)(-.)"'
      ;;
    explain)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--step[Step to explain; default\: the first step with an island that the first solver did not solve, else the last step]:number: ' \
        '*--island[Island of the step, counted from 0; default\: all islands that the first solver did not solve, else the largest island]:number: ' \
        '*--solver[Id of the solver plugin]:value:(admm apgd block_pivot conic dantzig fischer_newton interior_point lemke minmap_newton pgs sap)' \
        '*--formulation[Contact formulation]:value:(cone polyhedral box hybrid phantom convex acceleration frictionless)' \
        '*--threads[Number of threads]:number: ' \
        '*--plugins[Folder of solver plugins, searched first; repeatable]:folder:_files -/' \
        '*--json[Print JSON instead of text]' \
        '*--timeout[Wall-clock limit \[s\], after which the command ends with exit code 3]:number: ' \
        '*--allow-outside[Allow scenes and robots to name files outside their own projects]' \
        '*:file:_files -g "*.(yaml|yml|hdf5)(-.)"'
      ;;
    solvers)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--describe[Print the full description of this solver]:value:(admm apgd block_pivot conic dantzig fischer_newton interior_point lemke minmap_newton pgs sap)' \
        '*--check[Run the conformance kit on a plugin (.so)]:file:_files' \
        '*--timeout[Wall-clock limit for the check of each solver \[s\], default 600]:number: ' \
        '*--plugins[Folder of solver plugins, searched first; repeatable]:folder:_files -/' \
        '*:file:_files -g "*.(so)(-.)"'
      ;;
    schema)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*:file:_files'
      ;;
    doctor)
      _arguments \
        '*-h[Print this help message and exit]' \
        '*--help[Print this help message and exit]' \
        '*--json[Print the report as JSON]' \
        '*--plugins[Folder of solver plugins, searched first; repeatable]:folder:_files -/' \
        '*:file:_files'
      ;;
  esac
}
_cardan "$@"
